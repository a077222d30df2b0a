//! Files of finished games of matches, from arbitrary bytes: what can be read is written,
//! read again and reported on.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    sisku::fuzzing::match_games(bytes);
});
