//! The integer kernels of quantized nets.
//!
//! They are plain loops that the compiler vectorizes. On x86-64 a second copy is compiled
//! for AVX2 and picked at run time. Integer addition is associative, so both give the same
//! results.

use super::POLICY_HIDDEN;

/// Accumulator neurons computed at a time: as many as fit the vector registers.
pub(super) const TILE: usize = 128;

/// The instruction set to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kernel {
    /// The baseline of the target.
    Portable,
    /// x86-64 with AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

/// Defines a method that runs a function of [`plain`] with the instruction set picked.
macro_rules! dispatch {
    ($(#[$doc:meta])* $name:ident($($arg:ident: $kind:ty),*)) => {
        $(#[$doc])*
        #[inline]
        pub(super) fn $name(self, $($arg: $kind),*) {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn with_avx2($($arg: $kind),*) {
                    plain::$name($($arg),*)
                }
                if self == Kernel::Avx2 {
                    // SAFETY: `Kernel::Avx2` is only made by `pick`, where the machine
                    // has AVX2; the function needs nothing else.
                    return unsafe { with_avx2($($arg),*) };
                }
            }
            plain::$name($($arg),*)
        }
    };
}

impl Kernel {
    /// The best instruction set of this machine.
    #[inline]
    pub(super) fn pick() -> Kernel {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            return Kernel::Avx2;
        }
        Kernel::Portable
    }

    dispatch! {
        /// The accumulator: the biases plus the weight rows of the active features.
        accumulate(biases: &[i16], weights: &[i16], active: &[u16], accumulator: &mut [i16])
    }
    dispatch! {
        /// Clipped ReLU to 0..=255 on both halves, then the product of each pair, shifted
        /// right by eight bits.
        pairwise_product(left: &[i16], right: &[i16], products: &mut [i16])
    }
    dispatch! {
        /// Matrix times vector: the dot product of each weight row with the inputs.
        dot_products(weights: &[i16], inputs: &[i16], outputs: &mut [i32])
    }
    dispatch! {
        /// The policy head: matrix times vector, rescaled to floating point, plus biases.
        policy(weights: &[i16], hidden: &[i16; POLICY_HIDDEN], biases: &[f32], logits: &mut [f32])
    }
    dispatch! {
        /// The logit of one move: the same for its features only, added up.
        move_logit(
            weights: &[i16], hidden: &[i16; POLICY_HIDDEN], biases: &[f32], features: &[u16], logit: &mut f32
        )
    }
}

// Loops over indices: an iterator's methods that are not inlined would not be compiled for AVX2.
mod plain {
    use super::TILE;
    use crate::net::{POLICY_HIDDEN, POLICY_HIDDEN_SCALE, POLICY_WEIGHT_SCALE};

    #[inline(always)]
    pub(super) fn accumulate(biases: &[i16], weights: &[i16], active: &[u16], accumulator: &mut [i16]) {
        let width = accumulator.len();
        let mut start = 0;
        while start + TILE <= width {
            let mut tile = [0i16; TILE];
            tile.copy_from_slice(&biases[start..start + TILE]);
            let mut i = 0;
            while i < active.len() {
                let at = active[i] as usize * width + start;
                let row = &weights[at..at + TILE];
                let mut k = 0;
                while k < TILE {
                    tile[k] = tile[k].wrapping_add(row[k]);
                    k += 1;
                }
                i += 1;
            }
            accumulator[start..start + TILE].copy_from_slice(&tile);
            start += TILE;
        }
    }

    #[inline(always)]
    pub(super) fn pairwise_product(left: &[i16], right: &[i16], products: &mut [i16]) {
        let len = products.len();
        let (left, right) = (&left[..len], &right[..len]);
        let mut i = 0;
        while i < len {
            let (a, b) = (left[i].clamp(0, 255) as u16, right[i].clamp(0, 255) as u16);
            // 255 * 255 fits an unsigned 16-bit integer.
            products[i] = ((a * b) >> 8) as i16;
            i += 1;
        }
    }

    /// Multiply and add. It cannot overflow; wrapping spares the checks that make the loop
    /// slow in builds with overflow checks, such as tests.
    #[inline(always)]
    fn multiply_add(sum: i32, a: i16, b: i16) -> i32 {
        sum.wrapping_add((a as i32).wrapping_mul(b as i32))
    }

    #[inline(always)]
    pub(super) fn dot_products(weights: &[i16], inputs: &[i16], outputs: &mut [i32]) {
        let width = inputs.len();
        let weights = &weights[..width * outputs.len()];
        let mut r = 0;
        while r < outputs.len() {
            let row = &weights[r * width..(r + 1) * width];
            let mut sum = 0;
            let mut i = 0;
            while i < width {
                sum = multiply_add(sum, row[i], inputs[i]);
                i += 1;
            }
            outputs[r] = sum;
            r += 1;
        }
    }

    #[inline(always)]
    pub(super) fn policy(weights: &[i16], hidden: &[i16; POLICY_HIDDEN], biases: &[f32], logits: &mut [f32]) {
        let len = logits.len();
        let (weights, biases) = (&weights[..POLICY_HIDDEN * len], &biases[..len]);
        let mut r = 0;
        while r < len {
            logits[r] = feature_logit(weights, hidden, biases, r);
            r += 1;
        }
    }

    #[inline(always)]
    pub(super) fn move_logit(
        weights: &[i16],
        hidden: &[i16; POLICY_HIDDEN],
        biases: &[f32],
        features: &[u16],
        logit: &mut f32,
    ) {
        let mut i = 0;
        while i < features.len() {
            *logit += feature_logit(weights, hidden, biases, features[i] as usize);
            i += 1;
        }
    }

    /// The logit of a move feature.
    #[inline(always)]
    fn feature_logit(weights: &[i16], hidden: &[i16; POLICY_HIDDEN], biases: &[f32], feature: usize) -> f32 {
        const SCALE: f32 = 1.0 / (POLICY_HIDDEN_SCALE * POLICY_WEIGHT_SCALE);
        // The row's length is a constant, so this loop is unrolled.
        let row = &weights[feature * POLICY_HIDDEN..(feature + 1) * POLICY_HIDDEN];
        let mut sum = 0;
        let mut i = 0;
        while i < POLICY_HIDDEN {
            sum = multiply_add(sum, row[i], hidden[i]);
            i += 1;
        }
        sum as f32 * SCALE + biases[feature]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn every_kernel_gives_the_same_numbers() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut numbers =
            |n: usize, max: i16| -> Vec<i16> { (0..n).map(|_| rng.random_range(-max..=max)).collect() };
        let width = 2 * TILE;
        let (biases, weights) = (numbers(width, 300), numbers(40 * width, 300));
        let active = [3, 39, 0, 17, 17];
        let mut results = Vec::new();
        for kernel in [Kernel::Portable, Kernel::pick()] {
            let (mut accumulator, mut products, mut sums) = (vec![0; width], vec![0; TILE], [0; 4]);
            let mut logits = [0.0; 4];
            kernel.accumulate(&biases, &weights, &active, &mut accumulator);
            let (left, right) = accumulator.split_at(TILE);
            kernel.pairwise_product(left, right, &mut products);
            kernel.dot_products(&weights[..4 * TILE], &products, &mut sums);
            let hidden = std::array::from_fn(|i| products[i]);
            kernel.policy(&weights, &hidden, &[0.5, 1.0, -1.0, 0.0], &mut logits);
            results.push((accumulator, products, sums, logits));
        }
        assert_eq!(results[0], results[1]);
        let (accumulator, products, sums, logits) = &results[0];
        let expected =
            |i: usize| biases[i] + active.iter().map(|&r| weights[usize::from(r) * width + i]).sum::<i16>();
        assert!((0..width).all(|i| accumulator[i] == expected(i)));
        let clipped = |i: usize| i32::from(accumulator[i].clamp(0, 255));
        assert!((0..TILE).all(|i| i32::from(products[i]) == clipped(i) * clipped(TILE + i) / 256));
        let dot = |r: usize, width: usize| -> i32 {
            (0..width).map(|i| i32::from(weights[r * width + i]) * i32::from(products[i])).sum()
        };
        assert!((0..4).all(|r| sums[r] == dot(r, TILE)));
        for (r, bias) in [0.5, 1.0, -1.0, 0.0].into_iter().enumerate() {
            assert_eq!(logits[r], dot(r, POLICY_HIDDEN) as f32 / (256.0 * 512.0) + bias);
        }
    }
}
