//! Files and flags that describe matches, from arbitrary text: a first line `json` or `flags`
//! says what follows, everything else is TOML.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.split_once('\n') {
        Some(("json", text)) => sisku::fuzzing::match_config(text, true),
        Some(("flags", text)) => sisku::fuzzing::match_flags(text),
        _ => sisku::fuzzing::match_config(text, false),
    }
});
