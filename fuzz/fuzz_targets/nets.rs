//! Files of nets, from arbitrary bytes: what is accepted evaluates positions to numbers.
//!
//! Input: a byte for the variant, a byte for the form, then
//! - form `0`: the file as it is;
//! - form `1`: the file without its checksum, which is put at the end;
//! - else: weights, repeated as often as they are needed, under a header that fits. A fuzzer
//!   would not find so many bytes. The form's bits choose the width of the accumulator.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use sisku::games::{Features, Notation, Rules, Visitor};
use sisku::net::Net;
use sisku_fuzz::variant;

/// Layers of constant size, in bytes: hidden biases, value head.
const FIXED_FLOATS: usize = 64 + 3 * 32 + 3;
const HIDDEN: usize = 64;
const POLICY_HIDDEN: usize = 32;

struct Load<'a>(&'a [u8]);

impl Visitor for Load<'_> {
    type Output = Option<()>;

    fn visit<G: Notation>(self) -> Option<()> {
        let (&form, bytes) = self.0.split_first()?;
        let net = match form {
            b'0' => Net::read::<G>(bytes).ok(),
            b'1' => {
                let mut bytes = bytes.to_vec();
                sisku::fuzzing::seal_net(&mut bytes);
                Net::read::<G>(&bytes).ok()
            }
            form => {
                let width = [128, 128, 256, 1024][usize::from(form & 3)];
                let bytes = whole_file::<G>(width, bytes)?;
                let net = Net::read::<G>(&bytes);
                assert!(net.is_ok() || bad_floats(self.0), "{:?}", net.err());
                net.ok()
            }
        };
        if let Some(net) = net {
            check(&net, G::start(&Rules::of(G::rule_options())));
        }
        Some(())
    }
}

/// Whether some four bytes may be read as a float that is too large or none.
fn bad_floats(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| byte & 0x7f >= 0x40)
}

/// A file with a header that fits, and these weights over and over.
fn whole_file<G: Notation>(width: usize, weights: &[u8]) -> Option<Vec<u8>> {
    let (features, move_features) = (G::Features::COUNT, G::Features::MOVE_COUNT);
    if weights.is_empty() || features == 0 {
        return None;
    }
    let mut bytes = b"SISKUNET".to_vec();
    let number = |bytes: &mut Vec<u8>, number: usize| bytes.extend((number as u32).to_le_bytes());
    number(&mut bytes, 2);
    number(&mut bytes, G::Features::NAME.len());
    bytes.extend(G::Features::NAME.as_bytes());
    number(&mut bytes, G::Features::REVISION as usize);
    for size in [features, move_features, width, 0] {
        number(&mut bytes, size);
    }
    let integers = features * width + width + HIDDEN * width / 2 + move_features * POLICY_HIDDEN;
    let size = 2 * integers + 4 * (FIXED_FLOATS + move_features);
    bytes.extend(weights.iter().cycle().take(size));
    sisku::fuzzing::seal_net(&mut bytes);
    Some(bytes)
}

/// Evaluates the first positions of a game.
fn check<G: Notation>(net: &Net, mut position: G) {
    let (mut moves, mut logits) = (Vec::new(), Vec::new());
    for ply in 0..3 {
        moves.clear();
        position.legal_moves(&mut moves);
        let value = net.value(&position);
        let sound = |share: f32| (0.0..=1.0).contains(&share);
        assert!(sound(value.win) && sound(value.draw), "{value:?}");
        net.logits(&position, &moves, &mut logits);
        assert_eq!(logits.len(), moves.len());
        assert!(logits.iter().all(|logit| logit.is_finite()));
        let Some(&mv) = moves.get(ply * 7 % moves.len().max(1)) else { break };
        position.play(mv);
        if position.outcome().is_some() {
            break;
        }
    }
    assert_eq!(Net::read::<G>(&net.write()).as_ref(), Ok(net));
}

fuzz_target!(|data: &[u8]| -> Corpus {
    let read = variant(data).and_then(|(variant, rest)| variant.visit(Load(rest)));
    if read.is_some() { Corpus::Keep } else { Corpus::Reject }
});
