//! The softmax.

use crate::math;

/// Turns logits into probabilities, in place. A temperature above 1 flattens them.
pub(super) fn softmax(logits: &mut [f32], temperature: f32) {
    let max = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for logit in logits.iter_mut() {
        *logit = math::exp((*logit - max) / temperature);
        sum += *logit;
    }
    logits.iter_mut().for_each(|probability| *probability /= sum);
}
