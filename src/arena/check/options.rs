//! The grammar of `option` lines.

/// An option as declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    pub name: String,
    pub kind: String,
    pub default: Option<String>,
}

/// Reads an `option` line, or says what is wrong with it.
pub fn parse(line: &str) -> Result<Declared, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let rest = match words[..] {
        ["option", "name", ref rest @ ..] => rest,
        _ => return Err(format!("'{line}' does not begin with 'option name'")),
    };
    let kind_at = rest.iter().position(|&word| word == "type");
    let (name, rest) = match kind_at {
        Some(0) => return Err(format!("'{line}' has no name")),
        Some(at) => (rest[..at].join(" "), &rest[at + 1..]),
        None => return Err(format!("'{line}' has no 'type'")),
    };
    let Some((&kind, attributes)) = rest.split_first() else {
        return Err(format!("option '{name}' has no type after 'type'"));
    };
    if !["check", "spin", "combo", "button", "string"].contains(&kind) {
        return Err(format!("option '{name}' has the unknown type '{kind}'"));
    }
    let attributes = attributes_of(&name, attributes)?;
    let value =
        |key: &str| attributes.iter().find(|(found, _)| *found == key).map(|(_, value)| value.as_str());
    let default = value("default").map(str::to_string);
    let wrong = |what: &str| Err(format!("option '{name}' of type {kind} {what}"));
    match (kind, default.as_deref()) {
        ("button", Some(_)) => return wrong("has a default"),
        ("check", Some(value)) if value != "true" && value != "false" => {
            return wrong(&format!("has the default '{value}', not true or false"));
        }
        ("check" | "spin" | "combo", None) => return wrong("has no default"),
        ("combo", Some(default))
            if !attributes.iter().any(|(key, value)| *key == "var" && value == default) =>
        {
            return wrong(&format!("has the default '{default}', which is none of its values"));
        }
        ("spin", Some(default)) => {
            let mut numbers = [0i64; 3];
            let texts = [Some(default), value("min"), value("max")];
            for (number, text) in numbers.iter_mut().zip(texts) {
                match text.map(str::parse) {
                    Some(Ok(value)) => *number = value,
                    Some(Err(_)) => {
                        return wrong(&format!("has '{}', not a whole number", text.unwrap_or_default()));
                    }
                    None => return wrong("has no min or no max"),
                }
            }
            let [default, min, max] = numbers;
            if !(min..=max).contains(&default) {
                return wrong(&format!("has the default {default} outside {min} to {max}"));
            }
        }
        _ => {}
    }
    Ok(Declared { name, kind: kind.to_string(), default })
}

/// Splits `default X min Y var A var B` into its parts.
fn attributes_of<'a>(name: &str, words: &[&'a str]) -> Result<Vec<(&'a str, String)>, String> {
    let mut attributes: Vec<(&str, Vec<&str>)> = Vec::new();
    for &word in words {
        match attributes.last_mut() {
            _ if ["default", "min", "max", "var"].contains(&word) => attributes.push((word, Vec::new())),
            Some((_, value)) => value.push(word),
            None => return Err(format!("option '{name}' has the stray word '{word}'")),
        }
    }
    Ok(attributes.into_iter().map(|(key, value)| (key, value.join(" "))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_options_are_read() {
        for (line, name, kind, default) in [
            ("option name Hash type spin default 16 min 1 max 64", "Hash", "spin", Some("16")),
            ("option name Clear Hash type button", "Clear Hash", "button", None),
            ("option name X type combo default a b var a b var c", "X", "combo", Some("a b")),
            ("option name Y type check default true", "Y", "check", Some("true")),
            ("option name Z type string default", "Z", "string", Some("")),
        ] {
            let option = parse(line).expect(line);
            assert_eq!(
                (option.name.as_str(), option.kind.as_str(), option.default.as_deref()),
                (name, kind, default)
            );
        }
    }

    #[test]
    fn bad_options_are_named() {
        for (line, complaint) in [
            ("option Hash", "does not begin"),
            ("option name type spin", "has no name"),
            ("option name A", "has no 'type'"),
            ("option name A type", "no type after"),
            ("option name A type float default 1.5", "unknown type 'float'"),
            ("option name A type check default yes", "not true or false"),
            ("option name A type check", "has no default"),
            ("option name A type spin default 5 min 6 max 9", "outside 6 to 9"),
            ("option name A type spin default 5 min 1.5 max 9", "'1.5', not a whole"),
            ("option name A type spin default 5", "has no min"),
            ("option name A type combo default x var y", "none of its values"),
            ("option name A type button default x", "has a default"),
            ("option name A type button x", "stray word 'x'"),
        ] {
            let error = parse(line).expect_err(line);
            assert!(error.contains(complaint), "{line}: {error}");
        }
    }
}
