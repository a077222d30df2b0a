//! How types of the wire and of the games are written in files of games.

/// A result, by its name on the wire.
pub(super) mod result {
    use crate::games::Outcome;
    use crate::ugi::wire::GameResult;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(outcome: &Outcome, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(GameResult::from(*outcome).name())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Outcome, D::Error> {
        let name = String::deserialize(deserializer)?;
        let result: GameResult = name.parse().map_err(D::Error::custom)?;
        result.outcome().ok_or_else(|| D::Error::custom(format!("'{name}': expected a game that is over")))
    }
}

/// A score, as `{"cp":12}` or `{"mate":-3}`.
pub(super) mod score {
    use crate::ugi::wire::Score;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Written {
        Cp(i64),
        Mate(i64),
    }

    pub(crate) fn serialize<S: Serializer>(score: &Option<Score>, serializer: S) -> Result<S::Ok, S::Error> {
        let written = score.map(|score| match score {
            Score::Cp(score) => Written::Cp(score),
            Score::Mate(moves) => Written::Mate(moves),
        });
        written.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D>(deserializer: D) -> Result<Option<Score>, D::Error>
    where
        D: Deserializer<'de>,
    {
        let written = Option::<Written>::deserialize(deserializer)?;
        Ok(written.map(|written| match written {
            Written::Cp(score) => Score::Cp(score),
            Written::Mate(moves) => Score::Mate(moves),
        }))
    }
}
