//! The test that may end a match early, as files and flags describe it.

use super::engine::{number, pairs};
use crate::arena::stats::{EloModel, Sprt};
use crate::games::NotationError;
use serde::Deserialize;

/// The bounds of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SprtConfig {
    pub(crate) elo0: f64,
    pub(crate) elo1: f64,
    pub(crate) alpha: Option<f64>,
    pub(crate) beta: Option<f64>,
    #[serde(default)]
    pub(crate) model: EloModel,
}

impl SprtConfig {
    /// Reads `elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalised`.
    pub(crate) fn parse(text: &str) -> Result<Self, NotationError> {
        let mut config =
            SprtConfig { elo0: 0.0, elo1: f64::NAN, alpha: None, beta: None, model: EloModel::default() };
        for (key, value) in pairs(text)? {
            let signed = || value.parse().map_err(|_| NotationError::new(&value, "a number"));
            match key.as_str() {
                "elo0" => config.elo0 = signed()?,
                "elo1" => config.elo1 = signed()?,
                "alpha" => config.alpha = Some(number(&value)?),
                "beta" => config.beta = Some(number(&value)?),
                "model" => {
                    let named = |model: &EloModel| model.name() == value;
                    let model = EloModel::ALL.into_iter().find(named);
                    config.model =
                        model.ok_or_else(|| NotationError::new(value, "normalised or logistic"))?;
                }
                _ => return Err(NotationError::new(key, "elo0, elo1, alpha, beta or model")),
            }
        }
        if config.elo1.is_nan() {
            return Err(NotationError::new(text, "elo1=NUMBER among it"));
        }
        Ok(config)
    }

    /// The test itself.
    pub(crate) fn test(&self) -> anyhow::Result<Sprt> {
        let rates = (self.alpha.unwrap_or(0.05), self.beta.unwrap_or(0.05));
        Ok(Sprt::new(self.elo0, self.elo1, self.model)?.with_rates(rates.0, rates.1)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_read() {
        let config = SprtConfig::parse("elo0=-3,elo1=1,alpha=0.1,model=logistic").expect("a test");
        let test = config.test().expect("bounds in order");
        assert_eq!((test.elo(), test.rates(), test.model()), ((-3.0, 1.0), (0.1, 0.05), EloModel::Logistic));
        let error = |text| SprtConfig::parse(text).expect_err(text).to_string();
        assert_eq!(error("elo0=1"), "'elo0=1': expected elo1=NUMBER among it");
        assert_eq!(error("elo1=1,model=x"), "'x': expected normalised or logistic");
        assert_eq!(error("elo=1"), "'elo': expected elo0, elo1, alpha, beta or model");
        assert!(SprtConfig::parse("elo0=5,elo1=1").expect("numbers").test().is_err());
    }
}
