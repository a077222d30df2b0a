//! A whole game as one animated SVG: SMIL, no script, so that it plays wherever a picture is shown.

use super::actors::{Actor, Cast, Look, Stage};
use super::glyphs;
use super::layout::{Layout, Spot};
use super::picture::Picture;
use super::svg::{caption, open, short, status};
use crate::formats::GameRecord;
use std::collections::BTreeMap;

/// Seconds of a turn with one part, for every further part, and of the last position.
const TURN: f32 = 1.1;
const PART: f32 = 0.4;
const END: f32 = 3.0;
/// Seconds within a turn before something moves.
const PAUSE: f32 = 0.5;

/// What an actor does: where it is from a time on, and when it is seen.
struct Role {
    look: Look,
    /// Times and spots; between two it moves.
    path: Vec<(f32, Spot)>,
    seen: [f32; 2],
}

/// Draws a whole game, which begins anew when it is over. Each position has its move over the board.
pub fn animate(game: &GameRecord, flipped: bool) -> String {
    let pictures: Vec<Picture> =
        (0..=game.turns()).map(|turn| Picture { flipped, ..Picture::of_turn(game, turn) }).collect();
    let with_supplies = pictures
        .iter()
        .any(|picture| !picture.scene.reserves.is_empty() || !picture.scene.captured.is_empty());
    let layout = Layout::new(&pictures[0], with_supplies);
    let mut film = Film { layout, roles: BTreeMap::new(), end: 0.0 };
    let starts = film.shoot(&pictures);
    let words = game.header.players.iter().flatten().cloned().collect::<Vec<_>>().join(" – ");
    let mut svg = open(&film.layout, &format!("{words} {} turns", game.turns()));
    svg.push_str(&pictures[0].board(&film.layout));
    for (i, picture) in pictures.iter().enumerate() {
        let until = starts.get(i + 1).copied().unwrap_or(film.end);
        let shown = film.shown([starts[i], until]);
        let last = picture.last_marks(&film.layout);
        if !last.is_empty() {
            svg.push_str(&format!(r#"<g opacity="0">{shown}{last}</g>"#));
        }
        let title = if picture.caption.is_empty() { &words } else { &picture.caption };
        let beside = picture.beside(&film.layout);
        let words = status(&film.layout, &picture.status());
        let title = caption(&film.layout, title);
        svg.push_str(&format!("<g opacity=\"{}\">{shown}{title}{beside}{words}</g>\n", u8::from(i == 0)));
    }
    for role in film.roles.values() {
        svg.push_str(&film.actor(role));
    }
    svg.push_str(&pictures[0].names(&film.layout));
    svg + "</svg>\n"
}

struct Film {
    layout: Layout,
    roles: BTreeMap<Actor, Role>,
    /// Seconds of the whole.
    end: f32,
}

impl Film {
    /// Plays all turns; gives back when each begins.
    fn shoot(&mut self, pictures: &[Picture]) -> Vec<f32> {
        let mut stage = Stage::new(&pictures[0].scene);
        let mut starts = vec![0.0];
        let mut now = TURN;
        for (actor, spot) in self.spots(&pictures[0], &stage.cast) {
            let look = stage.looks[actor];
            self.roles.insert(actor, Role { look, path: vec![(0.0, spot)], seen: [0.0, f32::INFINITY] });
        }
        for picture in &pictures[1..] {
            starts.push(now);
            let change = stage.follow(&picture.last, &picture.scene);
            let begins = |part: usize| now + 0.1 + PART * part as f32;
            for &(actor, part) in &change.coming {
                let seen = [begins(part), f32::INFINITY];
                self.roles.insert(actor, Role { look: stage.looks[actor], path: Vec::new(), seen });
            }
            for &(actor, part) in &change.leaving {
                if let Some(role) = self.roles.get_mut(&actor) {
                    role.seen[1] = begins(part) + PART;
                }
            }
            for (part, cast) in change.stages.iter().enumerate() {
                let span = [begins(part), begins(part) + PART];
                for (actor, spot) in self.spots(picture, cast) {
                    self.go(actor, span, spot);
                }
            }
            now += 0.1 + PART * change.stages.len() as f32 + PAUSE;
        }
        self.end = now + END;
        starts
    }

    /// Where everybody stands.
    fn spots(&self, picture: &Picture, cast: &Cast) -> Vec<(Actor, Spot)> {
        let mut spots = Vec::new();
        for (name, actors) in cast {
            let Some(cell) = picture.scene.cell(name) else { continue };
            let spot = |level| self.layout.spot(cell, level, actors.len());
            spots.extend(actors.iter().enumerate().map(|(level, &actor)| (actor, spot(level))));
        }
        spots
    }

    /// Sends an actor to a spot, unless it is there.
    fn go(&mut self, actor: Actor, [from, to]: [f32; 2], spot: Spot) {
        let Some(role) = self.roles.get_mut(&actor) else { return };
        match role.path.last().copied() {
            Some((_, there)) if there == spot => {}
            Some((_, there)) => role.path.extend([(from, there), (to, spot)]),
            None => role.path.push((0.0, spot)),
        }
    }

    /// The animation that shows something from a time to another only.
    fn shown(&self, seen: [f32; 2]) -> String {
        let [from, to] = seen.map(|time| time.min(self.end) / self.end);
        if from <= 0.0 && to >= 1.0 {
            return r#"<set attributeName="opacity" to="1" begin="0s"/>"#.to_string();
        }
        let mut keys = vec![(0.0, u8::from(from <= 0.0))];
        if from > 0.0 {
            keys.push((from, 1));
        }
        if to < 1.0 {
            keys.push((to, 0));
        }
        let times: Vec<String> = keys.iter().map(|&(time, _)| key_time(time)).collect();
        let values: Vec<String> = keys.iter().map(|(_, value)| value.to_string()).collect();
        format!(
            "<animate attributeName=\"opacity\" calcMode=\"discrete\" values=\"{}\" keyTimes=\"{}\" {}/>",
            values.join(";"),
            times.join(";"),
            self.timing()
        )
    }

    fn timing(&self) -> String {
        format!("dur=\"{}s\" repeatCount=\"indefinite\"", short(self.end))
    }

    /// A piece on its way through the game.
    fn actor(&self, role: &Role) -> String {
        let (player, kind, secret) = role.look;
        let shape = glyphs::piece(player, kind, secret);
        let Some(&(_, first)) = role.path.first() else { return String::new() };
        let always = role.seen[0] <= 0.0 && role.seen[1] >= self.end;
        let shown = if always { String::new() } else { self.shown(role.seen) };
        let place = |spot: &Spot| format!("{},{}", short(spot.x), short(spot.y));
        let scale = |spot: &Spot| short(spot.size / 30.0);
        let (translated, scaled) =
            (self.transform("translate", role, place), self.transform("scale", role, scale));
        let (at, size, opacity) = (place(&first), scale(&first), u8::from(role.seen[0] <= 0.0));
        format!(
            "<g opacity=\"{opacity}\" transform=\"translate({at})\">{shown}{translated}\
             <g transform=\"scale({size})\">{scaled}{shape}</g></g>\n"
        )
    }

    /// The animation of one property along the path, if it changes.
    fn transform(&self, kind: &str, role: &Role, value: impl Fn(&Spot) -> String) -> String {
        let mut keys: Vec<(f32, String)> = Vec::new();
        for (time, spot) in &role.path {
            let value = value(spot);
            // Of a run of equal values only the ends matter.
            if let [.., (_, before), (last, here)] = keys.as_mut_slice()
                && *before == value
                && *here == value
            {
                *last = *time;
            } else {
                keys.push((*time, value));
            }
        }
        if keys.iter().all(|(_, value)| *value == keys[0].1) {
            return String::new();
        }
        keys.push((self.end, keys.last().map(|(_, value)| value.clone()).unwrap_or_default()));
        let times: Vec<String> = keys.iter().map(|(time, _)| key_time(time / self.end)).collect();
        let values: Vec<&str> = keys.iter().map(|(_, value)| value.as_str()).collect();
        format!(
            "<animateTransform attributeName=\"transform\" type=\"{kind}\" values=\"{}\" keyTimes=\"{}\" {}/>",
            values.join(";"),
            times.join(";"),
            self.timing()
        )
    }
}

/// A share of the whole, exact enough for games of a thousand turns.
fn key_time(share: f32) -> String {
    let text = format!("{:.5}", share.clamp(0.0, 1.0));
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}
