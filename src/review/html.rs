//! Reviews as one page that needs nothing else: boards, graph, list of turns, keys.

use super::{Review, TurnReview, Verdict};
use crate::draw::Picture;
use crate::formats::GameRecord;
use std::fmt::Write;

const STYLE: &str = include_str!("review.css");
const SCRIPT: &str = include_str!("review.js");
/// The graph's height in its own units; its width is the number of turns.
const HEIGHT: f64 = 100.0;

impl Review {
    /// The review of a game as an HTML page.
    pub fn to_html(&self, game: &GameRecord) -> String {
        let title = escaped(&self.title());
        let mut page = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
             <style>\n{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n\
             <p class=\"r-accuracy\">{}</p>\n</header>\n<main>\n<section class=\"r-board\" aria-label=\"Board\">\n",
            escaped(&self.accuracy_words())
        );
        for turn in 0..=game.turns() {
            page.push_str(&self.board(game, turn));
        }
        page.push_str("</section>\n<section aria-label=\"Turns\">\n");
        page.push_str(&self.graph(game.turns()));
        page.push_str(
            "<div class=\"r-keys\"><button data-step=\"first\" aria-label=\"First position\">|◀</button>\
             <button data-step=\"-1\" aria-label=\"Turn back\">◀</button>\
             <button data-step=\"1\" aria-label=\"Next turn\">▶</button>\
             <button data-step=\"last\" aria-label=\"Last position\">▶|</button></div>\n<ol>\n",
        );
        for turn in 1..=game.turns() {
            page.push_str(&self.item(game, turn));
        }
        let _ = write!(
            page,
            "</ol>\n</section>\n</main>\n<footer>Per cents are the expected points of the player who moves. Arrow keys, \
             Home and End step through the game. Made by Sisku {}.</footer>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
            env!("CARGO_PKG_VERSION")
        );
        page
    }

    fn turn(&self, number: usize) -> Option<&TurnReview> {
        self.turns.iter().find(|turn| turn.turn == number)
    }

    /// The board after a turn, and what would have been better.
    fn board(&self, game: &GameRecord, number: usize) -> String {
        let hidden = if number == 0 { "" } else { " hidden" };
        let svg = Picture::of_turn(game, number).svg();
        let better = self.turn(number).map_or_else(String::new, |turn| better(game, turn));
        format!("<div class=\"r-turn\"{hidden}>\n{svg}{better}</div>\n")
    }

    /// A line of the list of turns.
    fn item(&self, game: &GameRecord, number: usize) -> String {
        let native = game.made(number).map(|mv| mv.native).unwrap_or_default();
        let (mut mark, mut expected, mut remark) = (String::new(), String::new(), String::new());
        if let Some(turn) = self.turn(number) {
            let verdict = turn.verdict;
            mark = format!("<b class=\"r-{}\">{}</b>", verdict.name(), verdict.mark());
            expected = format!("{:.0} %", 100.0 * turn.expected);
            if !turn.remark().is_empty() {
                remark = format!("<small>{}</small>", escaped(&turn.remark()));
            }
        }
        format!(
            "<li><button data-turn=\"{number}\"><span class=\"r-number\">{number}</span><span>{}</span><span>{mark}</span>\
             <span class=\"r-expected\">{expected}</span>{remark}</button></li>\n",
            escaped(&native)
        )
    }

    /// The expected points of player one over the game.
    fn graph(&self, turns: usize) -> String {
        let width = turns.max(1);
        let height_of = |turn: &TurnReview| HEIGHT * (1.0 - turn.expected_of_one());
        let first = self.turns.first().map_or(HEIGHT / 2.0, |turn| {
            let expected =
                if turn.player.index() == 0 { turn.expected_best } else { 1.0 - turn.expected_best };
            HEIGHT * (1.0 - expected)
        });
        let mut points = format!("0,{first:.1}");
        for turn in &self.turns {
            let _ = write!(points, " {},{:.1}", turn.turn, height_of(turn));
        }
        let last = self.turns.last().map_or(0, |turn| turn.turn);
        let mut dots = String::new();
        for turn in self.turns.iter().filter(|turn| turn.verdict > Verdict::Inaccuracy) {
            // The picture is stretched, so that a dot is a short line with round ends.
            let (x, y, class) = (turn.turn, height_of(turn), turn.verdict.name());
            let _ = write!(
                dots,
                "<path d=\"M{x},{y:.1}h0\" class=\"r-{class}\" stroke=\"currentColor\" stroke-width=\"8\" \
                 stroke-linecap=\"round\" vector-effect=\"non-scaling-stroke\"/>"
            );
        }
        format!(
            "<svg class=\"r-graph\" viewBox=\"0 0 {width} {HEIGHT}\" preserveAspectRatio=\"none\" role=\"img\" \
             aria-label=\"Expected points of player 1 over the game\">\
             <polygon class=\"r-one\" points=\"0,{HEIGHT} {points} {last},{HEIGHT}\"/>\
             <polygon class=\"r-two\" points=\"0,0 {points} {last},0\"/>\
             <path class=\"r-middle\" d=\"M0,{middle}H{width}\"/><polyline class=\"r-curve\" points=\"{points}\"/>{dots}\
             <line class=\"r-cursor\" x1=\"0\" x2=\"0\" y1=\"0\" y2=\"{HEIGHT}\"/></svg>\n",
            middle = HEIGHT / 2.0
        )
    }
}

/// The position before a turn, with the better move, if the turn was bad.
fn better(game: &GameRecord, turn: &TurnReview) -> String {
    let Some(better) = turn.better.as_ref().filter(|_| turn.verdict > Verdict::Good) else {
        return String::new();
    };
    let mut picture = Picture::new(game.scene(turn.turn - 1));
    picture.point_out(&better.mv.steps);
    format!(
        "<div class=\"r-better\">{}<p><b class=\"r-{}\">{}</b><br>Better was <b>{}</b>, {:.0} % instead of {:.0} %.\
         <br><span class=\"r-pv\">{}</span></p></div>\n",
        picture.svg(),
        turn.verdict.name(),
        escaped(&sentence(turn)),
        escaped(&better.mv.native),
        100.0 * turn.expected_best,
        100.0 * turn.expected,
        escaped(&better.pv.join(" "))
    )
}

/// The verdict and what was missed, as a sentence.
fn sentence(turn: &TurnReview) -> String {
    let mut text = turn.verdict.name().to_string();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    match &turn.missed {
        Some(missed) => format!("{text}: {missed}."),
        None => format!("{text}."),
    }
}

/// Text inside HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
