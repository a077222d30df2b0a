//! Vector arithmetic of training: dot product, scaled addition, softmax with its loss.

use crate::math;

/// Partial sums of a dot product: enough for the widest vectors in use.
const LANES: usize = 8;

/// The dot product. The order of additions is part of the code, so that the result is the
/// same with any vector instructions.
#[inline(always)]
pub(super) fn dot(a: &[f32], b: &[f32]) -> f32 {
    let len = a.len() / LANES * LANES;
    let (a, b) = (&a[..len], &b[..len]);
    let mut lanes = [0.0; LANES];
    let mut i = 0;
    while i < len {
        let mut lane = 0;
        while lane < LANES {
            lanes[lane] += a[i + lane] * b[i + lane];
            lane += 1;
        }
        i += LANES;
    }
    lanes[0] + lanes[1] + lanes[2] + lanes[3] + lanes[4] + lanes[5] + lanes[6] + lanes[7]
}

/// Adds a multiple of one vector to another (axpy).
#[inline(always)]
pub(super) fn add_scaled(to: &mut [f32], vector: &[f32], factor: f32) {
    let len = to.len();
    let vector = &vector[..len];
    // Not with iterators, whose methods are not always compiled for AVX2.
    let mut i = 0;
    while i < len {
        to[i] += vector[i] * factor;
        i += 1;
    }
}

/// The KL divergence of the softmax of the logits from the target. The logits are replaced
/// by their gradient, softmax less target.
#[inline(always)]
pub(super) fn softmax_kl(logits: &mut [f32], target: &[f32]) -> f64 {
    let max = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for logit in logits.iter_mut() {
        *logit = math::exp(*logit - max);
        sum += *logit;
    }
    let mut loss = 0.0;
    for (logit, &target) in logits.iter_mut().zip(target) {
        let probability = *logit / sum;
        if target > 0.0 {
            loss += f64::from(target * (math::ln(target) - math::ln(probability)));
        }
        *logit = probability - target;
    }
    loss
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The loss is a KL divergence: 0 for a prediction equal to the target, whatever its
    /// entropy.
    #[test]
    fn a_perfect_prediction_has_no_loss() {
        let target = [0.5f32, 0.3, 0.2];
        let mut logits = target.map(|probability| math::ln(probability) + 4.0);
        assert!(softmax_kl(&mut logits, &target).abs() < 1e-5);
        assert!(logits.iter().all(|slope| slope.abs() < 1e-5), "{logits:?}");
        let mut logits = [0.0, 0.0, 5.0];
        assert!(softmax_kl(&mut logits, &target) > 1.0);
    }
}
