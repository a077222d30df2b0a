//! Boards as SVG: one file, no script; light, or dark where the viewer prefers that.

use super::glyphs;
use super::layout::{Layout, Spot, UNIT};
use super::picture::Picture;
use crate::games::{CellShape, MoveStep, Player, SceneCell, SceneSupply, StepAction};
use std::fmt::Write;

/// The style: what is light first, then what differs in the dark. No variables, since many
/// renderers do not know them.
const STYLE: &str = "\
.back{fill:#fbfaf7}.cell{fill:#e9e4d8;stroke:#b3a98f;stroke-width:2}\
.goal.one{fill:#f3e3b3}.goal.two{fill:#cfdcea}\
.last{fill:#e8c64a;opacity:.55}.name{font:13px sans-serif;fill:#7a715c;text-anchor:middle}\
.words{font:22px sans-serif;fill:#2b2f36;text-anchor:middle}.small{font-size:19px}.tiny{font-size:15px;opacity:.8}\
.count{font:600 20px sans-serif;fill:#2b2f36}.label{font:16px sans-serif;fill:#6b6f76;text-anchor:end}\
.token{stroke-width:3}.token.one{fill:#fffdf4;stroke:#7a4a12}.token.two{fill:#2c4a6e;stroke:#10233a}\
.ring{fill:none;stroke:#b9cfe8;stroke-width:1.6}.ring.one{stroke:#7a4a12}.secret{stroke-dasharray:6 5}\
.ink.one{fill:#7a4a12}.ink.two{fill:#f4f8fd}.cut.one{fill:#fffdf4}.cut.two{fill:#2c4a6e}\
.score{fill:none;stroke-width:2}.score.one{stroke:#fffdf4}.score.two{stroke:#2c4a6e}\
.pen,.loop{fill:none;stroke-width:4.4;stroke-linecap:round}.pen.one,.loop.one{stroke:#7a4a12}\
.pen.two,.loop.two{stroke:#f4f8fd}.letter{font:600 32px sans-serif;text-anchor:middle}\
.letter.one{fill:#7a4a12}.letter.two{fill:#f4f8fd}\
.arrow{fill:none;stroke:#b07d00;stroke-width:7;stroke-linecap:round;opacity:.8}.stack{stroke-width:12}\
.attack{stroke-dasharray:10 10;stroke:#c0392b}.head{fill:#b07d00;opacity:.8}.head.attack{fill:#c0392b}\
.user{stroke:#1d8a4a;opacity:.85}.head.user{fill:#1d8a4a}\
.mark{fill:none;stroke:#1d8a4a;stroke-width:6}.put{fill:none;stroke:#b07d00;stroke-width:5;stroke-dasharray:9 7}\
@media (prefers-color-scheme:dark){.back{fill:#16181c}.cell{fill:#2d3036;stroke:#4b4f58}\
.goal.one{fill:#453c22}.goal.two{fill:#24384d}.last{fill:#b89628}.name{fill:#9aa0aa}\
.words,.count{fill:#e8e6e1}.label{fill:#a3a7ae}.token.two{stroke:#9fbbdb}}";

/// How far arrows begin from the centre of a cell, and how far from the other they end.
const TAIL: f32 = 16.0;
const TIP: f32 = 33.0;
/// How far they keep to the right, so that there and back are two arrows.
const ASIDE: f32 = 7.0;

impl Picture {
    /// Draws the board with its coordinates, the last move, arrows and marks, what stands beside the
    /// board, and who is to move.
    pub fn svg(&self) -> String {
        let layout = self.layout();
        let mut svg = open(&layout, &self.description());
        svg.push_str(&caption(&layout, &self.caption));
        svg.push_str(&self.board(&layout));
        svg.push_str(&self.last_marks(&layout));
        svg.push_str(&self.last.iter().map(|step| self.step(&layout, step)).collect::<String>());
        for cell in &self.scene.cells {
            let pieces: Vec<_> = self.scene.on(&cell.name).collect();
            for (level, piece) in pieces.iter().enumerate() {
                let spot = layout.spot(cell, level, pieces.len());
                svg.push_str(&placed(spot, &glyphs::piece(piece.player, piece.kind, piece.secret)));
            }
        }
        svg.push_str(&self.names(&layout));
        svg.push_str(&self.pointers(&layout));
        svg.push_str(&self.beside(&layout));
        svg.push_str(&status(&layout, &self.status()));
        svg + "</svg>\n"
    }

    pub(super) fn layout(&self) -> Layout {
        Layout::new(self, !self.scene.reserves.is_empty() || !self.scene.captured.is_empty())
    }

    /// What the picture shows, for readers who cannot see it.
    fn description(&self) -> String {
        let caption = if self.caption.is_empty() { String::new() } else { format!("{}; ", self.caption) };
        format!("{caption}{}", self.status().join(", "))
    }

    /// The cells.
    pub(super) fn board(&self, layout: &Layout) -> String {
        let cell = |cell: &SceneCell| {
            let goal =
                cell.goal.map_or_else(String::new, |player| format!(" goal {}", glyphs::class(player)));
            outline(layout, cell, &format!("cell{goal}"))
        };
        self.scene.cells.iter().map(cell).collect()
    }

    /// The names of the cells, over the pieces.
    pub(super) fn names(&self, layout: &Layout) -> String {
        let name = |cell: &SceneCell| {
            let (x, y) = layout.centre(cell);
            let (x, y) = match cell.shape {
                CellShape::Hexagon => (x, y + 46.0),
                CellShape::Square => (x - 38.0, y + 45.0),
            };
            format!(r#"<text class="name" x="{}" y="{}">{}</text>"#, short(x), short(y), escape(&cell.name))
        };
        self.scene.cells.iter().map(name).collect()
    }

    /// The cells of the last move, and what was put on the board.
    pub(super) fn last_marks(&self, layout: &Layout) -> String {
        let cells = self.last_cells().into_iter().filter_map(|name| self.scene.cell(name));
        cells.map(|cell| outline(layout, cell, "last")).collect()
    }

    /// The arrows and marks of the user.
    fn pointers(&self, layout: &Layout) -> String {
        let mut svg = String::new();
        for arrow in &self.arrows {
            svg.push_str(&self.arrow(layout, (&arrow.from, &arrow.to), "user"));
        }
        for cell in self.marks.iter().filter_map(|name| self.scene.cell(name)) {
            let (x, y) = layout.centre(cell);
            let _ = write!(svg, r#"<circle class="mark" cx="{}" cy="{}" r="40"/>"#, short(x), short(y - 4.0));
        }
        svg
    }

    fn step(&self, layout: &Layout, step: &MoveStep) -> String {
        let class = match step.action {
            StepAction::Stack => "stack",
            StepAction::Attack => "attack",
            _ => "",
        };
        match &step.from {
            Some(from) => self.arrow(layout, (from, &step.to), class),
            None => {
                let Some(cell) = self.scene.cell(&step.to) else { return String::new() };
                let (x, y) = layout.centre(cell);
                format!(r#"<circle class="put" cx="{}" cy="{}" r="41"/>"#, short(x), short(y - 4.0))
            }
        }
    }

    /// A line from near the centre of a cell to a head near that of another.
    fn arrow(&self, layout: &Layout, (from, to): (&str, &str), class: &str) -> String {
        let ends = self.scene.cell(from).zip(self.scene.cell(to));
        let Some(((ax, ay), (bx, by))) = ends.map(|(a, b)| (layout.centre(a), layout.centre(b))) else {
            return String::new();
        };
        let length = (bx - ax).hypot(by - ay);
        if length < 1.0 {
            return String::new();
        }
        let (dx, dy) = ((bx - ax) / length, (by - ay) / length);
        let at = |along: f32, aside: f32| {
            format!(
                "{},{}",
                short(ax + dx * along - dy * (aside + ASIDE)),
                short(ay + dy * along + dx * (aside + ASIDE))
            )
        };
        let (tip, neck, wing) = (length - TIP, length - TIP - 24.0, 15.0);
        format!(
            r#"<path class="arrow {class}" d="M{} L{}"/><path class="head {class}" d="M{} L{} L{}Z"/>"#,
            at(TAIL, 0.0),
            at(neck, 0.0),
            at(tip, 0.0),
            at(neck, wing),
            at(neck, -wing)
        )
    }

    /// What the players have beside the board: the reserve from the left, what was lost from the
    /// right.
    pub(super) fn beside(&self, layout: &Layout) -> String {
        let mut svg = String::new();
        for player in Player::BOTH {
            let below = (player == Player::One) != self.flipped;
            let y = if below { layout.lower } else { layout.upper };
            let own = |supplies: &[SceneSupply]| -> Vec<SceneSupply> {
                supplies.iter().copied().filter(|some| some.player == player).collect()
            };
            let (reserve, lost) = (own(&self.scene.reserves), own(&self.scene.captured));
            if !reserve.is_empty() {
                svg.push_str(&row("reserve", &reserve, (24.0, y)));
            }
            if !lost.is_empty() {
                let wide = ROW_LABEL + ROW_ITEM * lost.len() as f32;
                svg.push_str(&row("lost", &lost, (layout.width - 12.0 - wide, y)));
            }
        }
        svg
    }
}

/// The widths of a label and of a kind in a row beside the board.
const ROW_LABEL: f32 = 80.0;
const ROW_ITEM: f32 = 64.0;

/// A row of small pieces with their numbers.
fn row(label: &str, supplies: &[SceneSupply], (x, y): (f32, f32)) -> String {
    let end = (short(x + ROW_LABEL - 14.0), short(y + 6.0));
    let mut svg = format!(r#"<text class="label" x="{}" y="{}">{label}</text>"#, end.0, end.1);
    for (i, some) in supplies.iter().enumerate() {
        let x = x + ROW_LABEL + ROW_ITEM * i as f32 + 12.0;
        let spot = Spot { x, y, size: 17.0 };
        svg.push_str(&placed(spot, &glyphs::piece(some.player, some.kind, false)));
        let (x, y) = (short(x + 21.0), short(y + 7.0));
        let _ = write!(svg, r#"<text class="count" x="{x}" y="{y}">{}</text>"#, some.count);
    }
    svg
}

/// The beginning of a file.
pub(super) fn open(layout: &Layout, description: &str) -> String {
    let (width, height) = (short(layout.width), short(layout.height));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\">\n<title>{}</title><style>{STYLE}</style>\n\
         <rect class=\"back\" width=\"100%\" height=\"100%\"/>",
        escape(description)
    )
}

/// The line over the board.
pub(super) fn caption(layout: &Layout, words: &str) -> String {
    line("words", words, (layout.width / 2.0, layout.caption))
}

/// The lines under the board: who is to move, and the counters.
pub(super) fn status(layout: &Layout, words: &[String]) -> String {
    let (first, rest) = words.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
    let x = layout.width / 2.0;
    line("words small", first, (x, layout.status))
        + &line("words tiny", &rest.join("  ·  "), (x, layout.status + 24.0))
}

fn line(class: &str, words: &str, (x, y): (f32, f32)) -> String {
    format!(r#"<text class="{class}" x="{}" y="{}">{}</text>"#, short(x), short(y), escape(words))
}

/// The outline of a cell.
fn outline(layout: &Layout, cell: &SceneCell, class: &str) -> String {
    let (x, y) = layout.centre(cell);
    let corners: Vec<(f32, f32)> = match cell.shape {
        CellShape::Hexagon => {
            // The radius of a hexagon whose opposite sides are one unit apart, and half of it.
            let (long, half) = (UNIT * 0.577_350_3, UNIT * 0.288_675_1);
            vec![(0.0, -long), (50.0, -half), (50.0, half), (0.0, long), (-50.0, half), (-50.0, -half)]
        }
        CellShape::Square => vec![(-50.0, -50.0), (50.0, -50.0), (50.0, 50.0), (-50.0, 50.0)],
    };
    let points: Vec<String> =
        corners.into_iter().map(|(dx, dy)| format!("{},{}", short(x + dx), short(y + dy))).collect();
    format!(r#"<polygon class="{class}" points="{}"/>"#, points.join(" "))
}

/// A shape at its place.
fn placed(spot: Spot, shape: &str) -> String {
    let (x, y, scale) = (short(spot.x), short(spot.y), short(spot.size / 30.0));
    format!("<g transform=\"translate({x},{y}) scale({scale})\">{shape}</g>\n")
}

/// A number with as many digits as a picture needs.
pub(super) fn short(number: f32) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_string() } else { text.to_string() }
}

/// Text between tags.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
