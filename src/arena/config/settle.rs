//! From a description to a match that can be played.

use super::{MatchConfig, MatchSettings};
use crate::arena::engine::{EnginePolicy, LogFolder};
use crate::arena::openings::Book;
use crate::arena::play::Match;
use crate::arena::referee::RuleSource;
use crate::arena::report::chart_kind;
use crate::arena::schedule::{Schedule, Shard};
use crate::entropy::SecretHash;
use crate::games::{NotationError, Rules, Variant};
use anyhow::{Context, bail, ensure};
use std::time::Duration;

/// Games of each pairing when nothing was said.
pub(crate) const DEFAULT_GAMES: u64 = 100;
/// The most games of each pairing, so that the numbers of all games of a match fit 64 bits.
const MAX_GAMES: u64 = 1_000_000_000;

/// Seconds in which an engine has to answer `ugi` when nothing was said. Most take less than
/// one; who is waiting for one that never will wants to know soon.
pub(crate) const DEFAULT_START_TIMEOUT: f64 = 10.0;

impl Match {
    /// Settles everything, and finds out what cannot be played.
    pub(crate) fn plan(config: &MatchConfig, shard: Shard) -> anyhow::Result<Match> {
        let settings = config.settings()?;
        let rule_source = rule_source(&settings)?;
        let game = known_rules(&settings)?;
        let book = Book::open(&config.opening_source(), settings.openings.clone(), game)?;
        let games = config.games.unwrap_or(DEFAULT_GAMES);
        ensure!(
            games > 0 && games.is_multiple_of(2),
            "'{games}': expected an even number of games, 2 or more, for each opening is played both ways round"
        );
        ensure!(games <= MAX_GAMES, "'{games}': expected at most {MAX_GAMES} games");
        let concurrency = config.concurrency.unwrap_or(1);
        ensure!((1..=1024).contains(&concurrency), "'{concurrency}': expected a concurrency from 1 to 1024");
        let sprt = config.sprt.map(|sprt| sprt.test()).transpose()?;
        if sprt.is_some() && settings.engines.len() > 2 {
            bail!("sprt: expected two engines, found {}", settings.engines.len());
        }
        config.chart.as_deref().map(chart_kind).transpose()?;
        let none = settings.resign.is_some_and(|rule| rule.moves == 0 || rule.score < 0)
            || settings.draw.is_some_and(|rule| rule.moves == 0 || rule.score < 0);
        ensure!(!none, "resign, draw: expected at least 1 for moves and 0 for score");
        let schedule = Schedule::new(&settings, games / 2, shard);
        let strict = config.strict.unwrap_or_default();
        let start_timeout = config.start_timeout.unwrap_or(DEFAULT_START_TIMEOUT);
        ensure!(
            start_timeout > 0.0 && start_timeout <= 1e6,
            "'{start_timeout}': expected more than nothing as start_timeout, in seconds"
        );
        let log = config.log.as_deref().map(|path| {
            LogFolder::create(path)
                .with_context(|| format!("cannot make the folder {} of --log", path.display()))
        });
        let policy = EnginePolicy {
            lenient: config.lenient.unwrap_or_default(),
            start_timeout: Duration::from_secs_f64(start_timeout),
            log: log.transpose()?,
            seeds: SecretHash::default(),
        };
        Ok(Match { settings, rule_source, book, schedule, concurrency, strict, policy, sprt })
    }
}

/// Where the truth about the game of these settings comes from. A referee that is named is
/// trusted in games with secrets, which need one whom both players trust; in others that we
/// know there is nothing to ask it.
pub(crate) fn rule_source(settings: &MatchSettings) -> anyhow::Result<RuleSource> {
    let known = known_rules(settings)?;
    match (known, &settings.referee) {
        (Some((variant, _)), Some(_)) if !variant.hidden() => {
            bail!("referee: expected none, the rules of {} are known", variant.name())
        }
        (Some((variant, rules)), None) => Ok(RuleSource::Rules(variant, rules)),
        (_, referee) => {
            let referee = referee.as_ref().or(settings.engines.first());
            let referee = referee.context("no engine to ask about the rules")?;
            Ok(RuleSource::Engine(Box::new(referee.clone())))
        }
    }
}

/// The game of these settings and its rules, if we know them.
fn known_rules(settings: &MatchSettings) -> anyhow::Result<Option<(Variant, Rules)>> {
    let Some(variant) = Variant::find(&settings.variant) else { return Ok(None) };
    let mut rules = Rules::of(variant.rule_options());
    for (name, value) in &settings.rules {
        let known = rules.set(name, value).with_context(|| format!("rule {name}"))?;
        if !known {
            let names: Vec<&str> = variant.rule_options().iter().map(|rule| rule.name).collect();
            let expected = format!("a rule of {}, one of {}", variant.name(), names.join(" "));
            return Err(NotationError::new(name, expected).into());
        }
    }
    Ok(Some((variant, rules)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(text: &str) -> Result<Match, String> {
        let config: MatchConfig = toml::from_str(text).expect(text);
        Match::plan(&config, Shard::default()).map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn what_cannot_be_played_is_named() {
        let error = |text: &str| plan(text).err().unwrap_or_default();
        assert!(error("games = 3\n[[engine]]").starts_with("'3': expected an even number of games"));
        assert_eq!(
            error("games = 9223372036854775806\n[[engine]]\n[[engine]]\n[[engine]]"),
            "'9223372036854775806': expected at most 1000000000 games"
        );
        assert!(
            error("games = 0\n[[engine]]").starts_with("'0': expected an even number of games, 2 or more")
        );
        assert_eq!(
            error("chart = 'a.png'\n[[engine]]"),
            "'a.png': expected the name of a chart to end in .svg or .html"
        );
        assert!(error("concurrency = 0\n[[engine]]").starts_with("'0': expected a concurrency"));
        assert_eq!(
            error("rules.Draw = 3\n[[engine]]"),
            "'Draw': expected a rule of pijersi, one of DrawLimit"
        );
        assert!(error("rules.DrawLimit = 'x'\n[[engine]]").starts_with("rule DrawLimit: 'x': expected"));
        assert!(error("[referee]\n[[engine]]").starts_with("referee: expected none"));
        assert!(error("openings.source = 'nowhere'\n[[engine]]").contains("openings 'nowhere'"));
        assert!(error("sprt={elo0=0,elo1=5}\n[[engine]]\n[[engine]]\n[[engine]]").contains("two engines"));
        assert!(error("sprt={elo0=5,elo1=0}\n[[engine]]").contains("SPRT"));
    }

    #[test]
    fn games_we_do_not_know_have_a_referee() {
        let text = "variant = 'chess'\nopenings.source = 'classic'\n[[engine]]\nname = 'a'\n";
        let rule_source = |text: &str| match plan(text).expect("playable").rule_source {
            RuleSource::Engine(engine) => Some(engine.name),
            RuleSource::Rules(..) => None,
        };
        assert_eq!(rule_source(text).as_deref(), Some("a"));
        assert_eq!(rule_source(&format!("{text}[referee]\nname = 'r'\n")).as_deref(), Some("r"));
        assert_eq!(rule_source("[[engine]]"), None);
        assert_eq!(rule_source("variant = 'bloch'\n[[engine]]"), None);
        assert_eq!(
            rule_source("variant = 'bloch'\n[[engine]]\n[referee]\nname = 'r'\n").as_deref(),
            Some("r")
        );
    }
}
