use sisku::games::{Game, Record, Rules, pijersi::*};
use sisku::search::*;
fn main() {
    let ms: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let threads: usize = std::env::args().nth(2).unwrap().parse().unwrap();
    let rules = Rules::of(Position::<Board45>::rule_options());
    let fen = std::env::args().nth(3);
    let p = match fen {
        Some(f) => Position::<Board45>::parse(&f, &rules).unwrap(),
        None => Position::<Board45>::start(&rules),
    };
    let mut s = Searcher::new(Settings { threads, ..Default::default() });
    let limits = Limits { move_time: Some(std::time::Duration::from_millis(ms)), ..Default::default() };
    let game = Record::new(p);
    let mut print = |r: &Report<Turn>| {
        let l = &r.lines[0];
        let mut q = p;
        let pv: Vec<String> = l
            .moves
            .iter()
            .map(|&m| {
                let t = q.ugi_move(m);
                q.play(m);
                t
            })
            .collect();
        println!(
            "depth {} sel {} {:?} {:?} nodes {} nps {} full {} {:?} pv {}",
            r.depth,
            r.deepest,
            l.score,
            l.wdl,
            r.nodes,
            r.speed(),
            r.hash_full,
            r.time,
            pv.join(" ")
        );
    };
    s.search(&game, &limits, &[], &Control::new(&limits), &mut print);
}
