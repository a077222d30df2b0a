//! A picture of a match: the score with its 95 % interval over the games.
//!
//! One self-contained SVG without scripts, fonts or references, or the same in a page of
//! HTML. The vertical scale is the score, which unlike Elo is never infinite; Elo is
//! written at the other side.

use super::plural;
use crate::arena::stats::{CountedGame, Estimate, Points, Strength, Tally, elo_of_score, score_of_elo};
use std::fmt::Write;

/// What to draw.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chart<'a> {
    /// Who played whom.
    pub(crate) title: &'a str,
    /// A line of small print: the settings, say.
    pub(crate) note: &'a str,
    /// The games in the order in which they ended, seen by the first player.
    pub(crate) games: &'a [CountedGame],
    /// How a test of them stands, with its bounds.
    pub(crate) test: Option<&'a str>,
}

pub(super) const WIDTH: f64 = 840.0;
const HEIGHT: f64 = 460.0;
/// The edges of the plot.
const LEFT: f64 = 64.0;
const RIGHT: f64 = WIDTH - 64.0;
const TOP: f64 = 84.0;
const BOTTOM: f64 = HEIGHT - 92.0;
/// The strip of results under the plot.
const STRIP_TOP: f64 = BOTTOM + 12.0;
const STRIP: f64 = 14.0;
/// More points than this cannot be told apart.
const MOST_POINTS: usize = 400;
const MOST_BINS: usize = 120;
/// Characters that have room in the title and in the small print.
const MOST_TITLE: usize = 66;
const MOST_NOTE: usize = 115;

pub(super) const INK: &str = "#1f2933";
pub(super) const FAINT: &str = "#52606d";
pub(super) const GRID: &str = "#e4e7eb";
pub(super) const LINE: &str = "#1c64b0";
const BAND: &str = "#cfe0f3";
const WIN: &str = "#3a8f5c";
const DRAW: &str = "#b8bfc8";
const LOSS: &str = "#c2504f";

/// A picture of the match.
pub(crate) fn svg(chart: &Chart) -> String {
    let points = course(chart.games);
    let scale = Scale::over(&points, chart.games.len());
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = draw(&mut out, chart, &points, &scale);
    out
}

/// A page with a picture.
pub(crate) fn html(title: &str, picture: &str) -> String {
    let title = escape(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>body{{margin:2rem auto;max-width:60rem;padding:0 1rem}}svg{{width:100%;height:auto}}</style>\n\
         </head>\n<body>\n{picture}</body>\n</html>\n"
    )
}

/// The score after so many games.
struct Point {
    games: usize,
    score: Estimate,
}

/// The course of the match, thinned to what can be seen.
fn course(games: &[CountedGame]) -> Vec<Point> {
    let step = games.len().div_ceil(MOST_POINTS).max(1);
    let mut tally = Tally::default();
    let mut points = Vec::new();
    for (i, &game) in games.iter().enumerate() {
        tally.add(game);
        let games = i + 1;
        // The beginning whole: there the score moves most.
        if games % step == 0 || games < 20 {
            points.push(Point { games, score: Strength::of(&tally).score });
        }
    }
    if points.last().is_some_and(|point| point.games != games.len()) {
        points.push(Point { games: games.len(), score: Strength::of(&tally).score });
    }
    points
}

/// From games and scores to places in the picture.
struct Scale {
    games: usize,
    low: f64,
    high: f64,
}

impl Scale {
    /// Shows the line even, the end of the match whole, and of its wild beginning what fits.
    fn over(points: &[Point], games: usize) -> Scale {
        if points.is_empty() {
            return Scale { games: 1, low: 0.0, high: 1.0 };
        }
        let settled = points.iter().filter(|point| point.games * 8 >= games);
        let (mut low, mut high) = (0.5f64, 0.5f64);
        for Estimate { low: from, high: to, .. } in settled.map(|point| point.score) {
            low = low.min(from);
            high = high.max(to);
        }
        let margin = 0.06 * (high - low).max(0.02);
        Scale { games: games.max(1), low: (low - margin).max(0.0), high: (high + margin).min(1.0) }
    }

    fn x(&self, games: f64) -> f64 {
        LEFT + (RIGHT - LEFT) * games / self.games as f64
    }

    fn y(&self, score: f64) -> f64 {
        BOTTOM - (BOTTOM - TOP) * (score - self.low) / (self.high - self.low)
    }

    fn shows(&self, score: f64) -> bool {
        (self.low..=self.high).contains(&score)
    }
}

/// A round step that cuts a width into about so many parts.
pub(super) fn round_step(width: f64, parts: f64) -> f64 {
    let rough = (width / parts).max(1e-9);
    let power = 10f64.powf(rough.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * power >= rough);
    factor.unwrap_or(10.0) * power
}

/// The beginning of a picture: its title, whole in what is read aloud, and a line under it.
pub(super) fn header(out: &mut String, height: f64, title: &str, summary: &str) -> std::fmt::Result {
    let (whole, title) = (escape(title), escape(&shortened(title, MOST_TITLE)));
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" role=\"img\" font-family=\"system-ui,'DejaVu Sans',sans-serif\" font-size=\"13\">"
    )?;
    writeln!(out, "<title>{whole}</title>")?;
    writeln!(out, "<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>")?;
    text(
        out,
        (LEFT, 30.0),
        "start",
        &format!("font-size=\"18\" font-weight=\"600\" fill=\"{INK}\""),
        &title,
    )?;
    text(out, (LEFT, 52.0), "start", &format!("fill=\"{INK}\""), &escape(summary))
}

/// The end of a picture: a line of small print.
pub(super) fn footer(out: &mut String, height: f64, note: &str) -> std::fmt::Result {
    small_print(out, height - 12.0, note)?;
    writeln!(out, "</svg>")
}

fn small_print(out: &mut String, y: f64, note: &str) -> std::fmt::Result {
    let style = format!("fill=\"{FAINT}\" font-size=\"11\"");
    text(out, (LEFT, y), "start", &style, &escape(&shortened(note, MOST_NOTE)))
}

/// A text that has room: the middle of one that is too long is left out, since names often
/// differ at their ends only.
pub(super) fn shortened(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_string();
    }
    let (before, after) = (most / 2, most - most / 2 - 1);
    let head: String = text.chars().take(before).collect();
    let tail: String = text.chars().skip(count - after).collect();
    format!("{head}…{tail}")
}

fn draw(out: &mut String, chart: &Chart, points: &[Point], scale: &Scale) -> std::fmt::Result {
    header(out, HEIGHT, chart.title, &summary(chart.games))?;
    axes(out, scale)?;
    curve(out, points, scale)?;
    strip(out, chart.games, scale)?;
    legend(out)?;
    if let Some(test) = chart.test {
        small_print(out, HEIGHT - 28.0, test)?;
    }
    footer(out, HEIGHT, chart.note)
}

/// The result in one line.
fn summary(games: &[CountedGame]) -> String {
    if games.is_empty() {
        return "no games yet".to_string();
    }
    let tally: Tally = games.iter().copied().collect();
    let results = tally.results();
    let strength = Strength::of(&tally);
    format!(
        "{}: {}, {}, {} · {:.1} % · Elo {}",
        plural(results.games(), "game"),
        plural(results.wins, "win"),
        plural(results.draws, "draw"),
        plural(results.losses, "loss"),
        100.0 * results.score(),
        strength.elo
    )
}

fn axes(out: &mut String, scale: &Scale) -> std::fmt::Result {
    let faint = format!("fill=\"{FAINT}\"");
    text(out, (LEFT - 8.0, TOP - 12.0), "end", &faint, "score")?;
    text(out, (RIGHT + 8.0, TOP - 12.0), "start", &faint, "Elo")?;
    let step = round_step(100.0 * (scale.high - scale.low), 7.0);
    let first = (100.0 * scale.low / step).ceil() as i64;
    let last = (100.0 * scale.high / step).floor() as i64;
    for percent in (first..=last).map(|i| i as f64 * step) {
        let y = scale.y(percent / 100.0);
        writeln!(out, "<path d=\"M{LEFT} {y:.1}H{RIGHT}\" stroke=\"{GRID}\"/>")?;
        let digits = usize::from(step < 1.0);
        text(out, (LEFT - 8.0, y + 4.5), "end", &faint, &format!("{percent:.digits$} %"))?;
    }
    // Elo is spread unevenly: label what keeps its distance from the label before.
    let limit = |score: f64| elo_of_score(score.clamp(0.001, 0.999));
    let step = round_step(limit(scale.high) - limit(scale.low), 8.0);
    let mut free = f64::INFINITY;
    let elos = (limit(scale.low) / step).ceil() as i64..=(limit(scale.high) / step).floor() as i64;
    for elo in elos.map(|i| i as f64 * step) {
        let y = scale.y(score_of_elo(elo));
        if y < free {
            writeln!(out, "<path d=\"M{RIGHT} {y:.1}h4\" stroke=\"{FAINT}\"/>")?;
            let label = if elo == 0.0 { "0".to_string() } else { format!("{elo:+}") };
            text(out, (RIGHT + 8.0, y + 4.5), "start", &faint, &label)?;
            free = y - 18.0;
        }
    }
    let step = round_step(scale.games as f64, 8.0).max(1.0);
    let baseline = STRIP_TOP + STRIP;
    for games in (0..=(scale.games as f64 / step) as u64).map(|i| i as f64 * step) {
        let x = scale.x(games);
        writeln!(out, "<path d=\"M{x:.1} {baseline}v4\" stroke=\"{FAINT}\"/>")?;
        text(out, (x, baseline + 18.0), "middle", &faint, &format!("{games}"))?;
    }
    text(out, (RIGHT, baseline + 36.0), "end", &faint, "games")
}

fn curve(out: &mut String, points: &[Point], scale: &Scale) -> std::fmt::Result {
    writeln!(
        out,
        "<clipPath id=\"plot\"><rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{}\" height=\"{}\"/></clipPath>",
        RIGHT - LEFT,
        BOTTOM - TOP
    )?;
    let place = |games: usize, score: f64| format!("{:.1} {:.1}", scale.x(games as f64), scale.y(score));
    let path = |score: fn(&Estimate) -> f64, backwards: bool| {
        let mut places: Vec<String> = points.iter().map(|p| place(p.games, score(&p.score))).collect();
        if backwards {
            places.reverse();
        }
        places.join("L")
    };
    if !points.is_empty() {
        let (high, low) = (path(|score| score.high, false), path(|score| score.low, true));
        writeln!(out, "<g clip-path=\"url(#plot)\">")?;
        writeln!(out, "<path d=\"M{high}L{low}Z\" fill=\"{BAND}\" fill-opacity=\".75\"/>")?;
        let line = path(|score| score.value, false);
        writeln!(
            out,
            "<path d=\"M{line}\" fill=\"none\" stroke=\"{LINE}\" stroke-width=\"2\" stroke-linejoin=\"round\"/>"
        )?;
        writeln!(out, "</g>")?;
    }
    if scale.shows(0.5) {
        let y = scale.y(0.5);
        writeln!(
            out,
            "<path d=\"M{LEFT} {y:.1}H{RIGHT}\" stroke=\"{INK}\" stroke-dasharray=\"5 4\" stroke-opacity=\".6\"/>"
        )?;
    }
    if let Some(point) = points.last() {
        let (x, y) = (scale.x(point.games as f64), scale.y(point.score.value));
        writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{LINE}\"/>")?;
    }
    let (width, height) = (RIGHT - LEFT, BOTTOM - TOP);
    writeln!(
        out,
        "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"{FAINT}\"/>"
    )
}

/// Shares of wins, draws and losses along the match, wins on top.
fn strip(out: &mut String, games: &[CountedGame], scale: &Scale) -> std::fmt::Result {
    let size = games.len().div_ceil(MOST_BINS).max(1);
    for (i, bin) in games.chunks(size).enumerate() {
        let (from, to) = (scale.x((i * size) as f64), scale.x((i * size + bin.len()) as f64));
        let mut y = STRIP_TOP;
        for (score, colour) in [(Points::Win, WIN), (Points::Draw, DRAW), (Points::Loss, LOSS)] {
            let count = bin.iter().filter(|game| game.score == score).count();
            let height = STRIP * count as f64 / bin.len() as f64;
            if count > 0 {
                let width = to - from;
                writeln!(
                    out,
                    "<rect x=\"{from:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" \
                     fill=\"{colour}\" shape-rendering=\"crispEdges\"/>"
                )?;
            }
            y += height;
        }
    }
    Ok(())
}

fn legend(out: &mut String) -> std::fmt::Result {
    let entries = [
        (LINE, "score", 70.0),
        (BAND, "95 % interval", 122.0),
        (WIN, "win", 56.0),
        (DRAW, "draw", 62.0),
        (LOSS, "loss", 44.0),
    ];
    let mut x = RIGHT - entries.iter().map(|(_, _, width)| width).sum::<f64>();
    for (colour, name, width) in entries {
        writeln!(
            out,
            "<rect x=\"{x}\" y=\"{}\" width=\"12\" height=\"12\" rx=\"2\" fill=\"{colour}\"/>",
            TOP - 23.0
        )?;
        text(out, (x + 17.0, TOP - 12.5), "start", &format!("fill=\"{FAINT}\""), name)?;
        x += width;
    }
    Ok(())
}

pub(super) fn text(
    out: &mut String,
    (x, y): (f64, f64),
    anchor: &str,
    style: &str,
    content: &str,
) -> std::fmt::Result {
    writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" {style}>{content}</text>")
}

/// Text that is safe in SVG and HTML. Control characters are not allowed in XML at all.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(scores: impl Iterator<Item = Points>) -> Vec<CountedGame> {
        scores.enumerate().map(|(i, score)| CountedGame { pair: Some(i as u64 / 2), score }).collect()
    }

    /// Every element is closed and every number is one.
    #[track_caller]
    fn well_formed(svg: &str) {
        let mut open = Vec::new();
        for tag in svg.split('<').skip(1) {
            let (tag, _) = tag.split_once('>').expect("every < has its >");
            let name = |tag: &str| tag.split_whitespace().next().unwrap_or_default().to_string();
            if let Some(closed) = tag.strip_prefix('/') {
                assert_eq!(open.pop(), Some(name(closed)));
            } else if !tag.ends_with('/') {
                open.push(name(tag));
            }
        }
        assert!(open.is_empty(), "{open:?}");
        assert!(!svg.contains("NaN") && !svg.contains("=\"inf"), "{svg}");
    }

    #[test]
    fn any_match_makes_a_picture() {
        let cycle = [Points::Win, Points::Win, Points::Draw, Points::Loss];
        for games in [
            games([].into_iter()),
            games([Points::Win].into_iter()),
            games([Points::Loss; 12].into_iter()),
            games([Points::Draw; 12].into_iter()),
            games(cycle.into_iter().cycle().take(3001)),
        ] {
            let picture = svg(&Chart { title: "a", note: "b", games: &games, test: None });
            well_formed(&picture);
            assert!(picture.len() < 80_000, "{} games: {} bytes", games.len(), picture.len());
        }
    }

    #[test]
    fn the_picture_says_how_it_stands() {
        let games = games([Points::Win, Points::Draw, Points::Win, Points::Loss].into_iter());
        let test = Some("SPRT: LLR 0.10 (-2.94, 2.94)");
        let picture = svg(&Chart { title: "new against old", note: "10 ms a move", games: &games, test });
        for part in [
            "LLR 0.10 (-2.94, 2.94)",
            "new against old",
            "10 ms a move",
            "4 games: 2 wins, 1 draw, 1 loss · 62.5 % · Elo +88.7",
        ] {
            assert!(picture.contains(part), "{part}");
        }
        assert_eq!(picture.matches(&format!("fill=\"{DRAW}\" shape")).count(), 1);
        assert_eq!(picture.matches(&format!("fill=\"{WIN}\" shape")).count(), 2);
    }

    #[test]
    fn texts_cannot_break_out() {
        let chart = Chart {
            title: "</title><script>alert('1')</script>",
            note: "a & \"b\"\u{0}\u{1b}",
            games: &[],
            test: None,
        };
        for text in [svg(&chart), html(chart.title, &svg(&chart))] {
            assert!(!text.contains("<script"));
            assert!(text.contains("&lt;script&gt;alert(&#39;1&#39;)"));
            assert!(text.contains("a &amp; &quot;b&quot;  <"));
        }
        well_formed(&svg(&chart));
    }

    #[test]
    fn long_matches_are_thinned_but_keep_their_end() {
        let games = games([Points::Win; 10_001].into_iter());
        let points = course(&games);
        assert!(points.len() <= MOST_POINTS + 20);
        assert_eq!(points.first().map(|point| point.games), Some(1));
        assert_eq!(points.last().map(|point| point.games), Some(10_001));
        assert!(points.is_sorted_by(|a, b| a.games < b.games));
    }

    #[test]
    fn long_names_fit() {
        let (one, two) = ("x".repeat(90), "y".repeat(90));
        let title = format!("{one} against {two}");
        let picture = svg(&Chart { title: &title, note: &title, games: &[], test: None });
        let shown =
            picture.split("font-weight=\"600\"").nth(1).and_then(|rest| rest.split(['<', '>']).nth(1));
        assert!(shown.is_some_and(|shown| shown.chars().count() == MOST_TITLE && shown.contains('…')));
        assert!(picture.contains(&format!("<title>{title}</title>")), "whole for who hovers or listens");
        assert_eq!(shortened("abcdefgh", 8), "abcdefgh");
        assert_eq!(shortened("abcdefghi", 5), "ab…hi");
    }

    #[test]
    fn steps_are_round() {
        for (width, parts, step) in [(10.0, 5.0, 2.0), (400.0, 8.0, 50.0), (3.0, 7.0, 0.5), (9.9, 1.0, 10.0)]
        {
            assert!((round_step(width, parts) - step).abs() < 1e-9);
        }
    }
}
