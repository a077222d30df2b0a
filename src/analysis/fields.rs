//! The fields of a JSON object, taken one by one, so that errors can name them.

use super::Failure;
use crate::games::NotationError;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The fields of an object that have not been read yet.
pub(crate) struct Fields {
    id: Option<String>,
    /// Names of the objects around this one, each with a dot after it.
    path: String,
    map: Map<String, Value>,
}

impl Fields {
    /// The object that a line is, with its id if it has one.
    pub(crate) fn of_line(line: &str) -> Result<Self, Failure> {
        let failure = |error: String| Failure { id: None, error, field: None };
        let value = serde_json::from_str(line)
            .map_err(|error| failure(NotationError::new(line, format!("JSON ({error})")).to_string()))?;
        let Value::Object(map) = value else {
            return Err(failure(NotationError::new(line, "a JSON object").to_string()));
        };
        let id = map.get("id").and_then(Value::as_str).map(str::to_string);
        Ok(Fields { id, path: String::new(), map })
    }

    /// An object inside this one; empty if it is left out.
    pub(crate) fn object(&mut self, name: &str) -> Result<Fields, Failure> {
        let map = self.take::<Map<String, Value>>(name, "an object")?.unwrap_or_default();
        Ok(Fields { id: self.id.clone(), path: format!("{}{name}.", self.path), map })
    }

    /// A field's value, if it is there and not null.
    pub(crate) fn take<T: DeserializeOwned>(
        &mut self,
        name: &str,
        expected: &str,
    ) -> Result<Option<T>, Failure> {
        match self.map.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => {
                let text = value.to_string();
                let read = serde_json::from_value(value);
                read.map(Some).map_err(|_| self.failure(name, &NotationError::new(text, expected)))
            }
        }
    }

    /// A field that there must be.
    pub(crate) fn required<T: DeserializeOwned>(&mut self, name: &str, expected: &str) -> Result<T, Failure> {
        self.take(name, expected)?.ok_or_else(|| {
            let missing = NotationError::new(name, format!("{expected} in this field"));
            self.failure(name, &missing)
        })
    }

    /// The names and values that are left, where these are texts, numbers or true and false.
    pub(crate) fn settings(self) -> Result<Vec<(String, String)>, Failure> {
        let text = |(name, value): (&String, &Value)| match value {
            Value::String(text) => Ok((name.clone(), text.clone())),
            Value::Number(_) | Value::Bool(_) => Ok((name.clone(), value.to_string())),
            _ => Err(self
                .failure(name, &NotationError::new(value.to_string(), "a text, a number or true or false"))),
        };
        self.map.iter().map(text).collect()
    }

    /// Whether every field was read.
    pub(crate) fn finish(&self, known: &str) -> Result<(), Failure> {
        match self.map.keys().next() {
            None => Ok(()),
            Some(name) => Err(self.failure(name, &NotationError::new(name, known))),
        }
    }

    /// A failure in a field of this object.
    pub(crate) fn failure(&self, name: &str, error: &NotationError) -> Failure {
        let field = Some(format!("{}{name}", self.path));
        Failure { id: self.id.clone(), error: error.to_string(), field }
    }

    /// A failure in a field of this object whose words are still to be set.
    pub(crate) fn plain_failure(&self, name: &str) -> Failure {
        Failure { id: self.id.clone(), error: String::new(), field: Some(format!("{}{name}", self.path)) }
    }
}
