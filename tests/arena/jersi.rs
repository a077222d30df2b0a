//! Jersi begins with openings of its own, and ends.

use super::{Folder, expect_code, stdout};
use std::collections::BTreeSet;

#[test]
fn without_openings_every_pair_has_one_of_its_own() {
    for variant in ["jersi", "jersi-nodrop", "jersi-ransom"] {
        let folder = Folder::new();
        let output = folder.play(&[
            "--variant",
            variant,
            "--engine=name=a,option.EvalFile=handcrafted",
            "--engine=name=b,option.EvalFile=handcrafted",
            "--nodes=2",
            "--games=6",
            "--rule=KingResets=false",
            "--rule=MaxTurns=12",
            "--strict",
            "--out=games.jsonl",
        ]);
        expect_code(&output, 0);
        let text = stdout(&output);
        assert!(text.contains("openings random-plies") && !text.contains("they repeat"), "{text}");
        let games = folder.games("games.jsonl");
        assert_eq!(games.len(), 6);
        let fen = |game: &serde_json::Value| game["opening"]["fen"].as_str().map(str::to_string);
        let openings: BTreeSet<String> = games.iter().filter_map(fen).collect();
        assert_eq!(openings.len(), 3, "{variant}: one for each pair");
        for game in &games {
            let other = games.iter().filter(|other| other["pair"] == game["pair"]);
            assert!(other.into_iter().all(|other| fen(other) == fen(game)));
        }
    }
}
