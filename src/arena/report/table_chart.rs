//! A picture of a match of many engines: the rating of each with its 95 % interval, the best
//! on top.

use super::chart::{FAINT, GRID, INK, LINE, WIDTH, escape, footer, header, round_step, shortened, text};
use crate::arena::stats::Estimate;
use std::fmt::Write;

/// An engine's line.
#[derive(Clone, Debug)]
pub(crate) struct TableRow<'a> {
    pub(crate) name: &'a str,
    /// Elo above the mean of all engines.
    pub(crate) elo: Estimate,
    /// Score and games, in words.
    pub(crate) score: String,
}

/// What to draw.
#[derive(Clone, Debug)]
pub(crate) struct TableChart<'a> {
    pub(crate) title: &'a str,
    pub(crate) summary: &'a str,
    pub(crate) note: &'a str,
    /// The best first.
    pub(crate) rows: Vec<TableRow<'a>>,
}

/// The edges of the plot; names stand to its left, numbers to its right.
const LEFT: f64 = 230.0;
const RIGHT: f64 = WIDTH - 250.0;
const TOP: f64 = 84.0;
const ROW: f64 = 26.0;
/// Characters of a name that have room, in the wide letters of DejaVu too.
const MOST_NAME: usize = 24;
/// No scale is wider: an engine that has lost everything is somewhere below.
const MOST_ELO: f64 = 2000.0;

/// A picture of the table.
pub(crate) fn svg(chart: &TableChart) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = draw(&mut out, chart);
    out
}

fn draw(out: &mut String, chart: &TableChart) -> std::fmt::Result {
    let bottom = TOP + ROW * chart.rows.len().max(1) as f64;
    header(out, bottom + 76.0, chart.title, chart.summary)?;
    let ends = chart.rows.iter().flat_map(|row| [row.elo.low, row.elo.high, row.elo.value]);
    let widest = ends.filter(|elo| elo.is_finite()).fold(10.0, |widest: f64, elo| widest.max(elo.abs()));
    let widest = (1.05 * widest).min(MOST_ELO);
    let x = |elo: f64| {
        let share = (elo.clamp(-widest, widest) + widest) / (2.0 * widest);
        LEFT + (RIGHT - LEFT) * share
    };
    let faint = format!("fill=\"{FAINT}\"");
    let step = round_step(2.0 * widest, 6.0);
    let last = (widest / step).floor() as i64;
    for elo in (-last..=last).map(|i| i as f64 * step) {
        let (place, colour) = (x(elo), if elo == 0.0 { FAINT } else { GRID });
        writeln!(out, "<path d=\"M{place:.1} {TOP}V{bottom:.1}\" stroke=\"{colour}\"/>")?;
        let label = if elo == 0.0 { "0".to_string() } else { format!("{elo:+}") };
        text(out, (place, bottom + 18.0), "middle", &faint, &label)?;
    }
    let caption = "Elo above the mean of all engines, with 95 % intervals";
    text(out, ((LEFT + RIGHT) / 2.0, bottom + 38.0), "middle", &faint, caption)?;
    for (place, row) in chart.rows.iter().enumerate() {
        let y = TOP + ROW * (place as f64 + 0.5);
        let ink = format!("fill=\"{INK}\"");
        let name = escape(&shortened(row.name, MOST_NAME));
        text(out, (LEFT - 12.0, y + 4.5), "end", &ink, &name)?;
        let Estimate { value, low, high } = row.elo;
        let (from, to, at) = (x(low), x(high), x(value));
        writeln!(out, "<path d=\"M{from:.1} {y:.1}H{to:.1}\" stroke=\"{LINE}\" stroke-width=\"2\"/>")?;
        writeln!(out, "<circle cx=\"{at:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{LINE}\"/>")?;
        let numbers = escape(&format!("{} · {}", row.elo, row.score));
        text(out, (RIGHT + 12.0, y + 4.5), "start", &ink, &numbers)?;
    }
    footer(out, bottom + 76.0, chart.note)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_is_in_the_picture() {
        let long = "an engine with a name that is far too long for any picture of a match";
        let row = |name, value: f64| TableRow {
            name,
            elo: Estimate { value, low: value - 50.0, high: value + 50.0 },
            score: "5/10".to_string(),
        };
        let rows = vec![row("first", 120.0), row(long, 0.0), row("<last>", -120.0)];
        let picture = svg(&TableChart { title: "t", summary: "s", note: "n", rows });
        assert_eq!(picture.matches("<circle").count(), 3);
        assert!(picture.contains(">first<") && picture.contains(">&lt;last&gt;<"), "{picture}");
        assert!(!picture.contains(long) && picture.contains('…'), "{picture}");
        assert!(picture.ends_with("</svg>\n") && !picture.contains("NaN"), "{picture}");
        let endless = Estimate { value: f64::INFINITY, low: 5.0, high: f64::INFINITY };
        let rows = vec![TableRow { elo: endless, ..row("x", 0.0) }];
        let picture = svg(&TableChart { title: "t", summary: "s", note: "n", rows });
        assert!(!picture.contains("=\"inf") && !picture.contains("NaN"), "{picture}");
    }
}
