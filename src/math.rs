//! Elementary functions that give the same bits on every machine.
//!
//! The standard library's `exp` is the platform's, and platforms differ in the last
//! bit: enough to make two machines choose different moves. These use only basic
//! operations, which IEEE 754 defines exactly, and are faster besides.

/// e to the power of x, to about six digits.
#[inline]
pub(crate) fn exp(x: f32) -> f32 {
    // 2^(n + f) with n whole and f in [-1/2, 1/2]: n goes to the exponent bits, 2^f
    // is a polynomial.
    let y = (x * std::f32::consts::LOG2_E).clamp(-126.0, 126.0);
    // Adding and taking off 1.5 * 2^23 leaves no room for a fraction: rounds.
    let n = (y + 12_582_912.0) - 12_582_912.0;
    let f = (y - n) * std::f32::consts::LN_2;
    let p = 1.0 + f * (1.0 + f * (0.5 + f * (1.0 / 6.0 + f * (1.0 / 24.0 + f * (1.0 / 120.0)))));
    p * f32::from_bits(((n as i32 + 127) as u32) << 23)
}

/// The natural logarithm of a positive normal number, to about six digits.
#[inline]
pub(crate) fn ln(x: f32) -> f32 {
    // x = m * 2^n with m in [sqrt(1/2), sqrt(2)); ln m = 2 artanh((m - 1) / (m + 1)).
    let bits = x.max(f32::MIN_POSITIVE).to_bits() as i32;
    let n = (bits - 0x3F35_04F3) >> 23;
    let m = f32::from_bits((bits - (n << 23)) as u32);
    let s = (m - 1.0) / (m + 1.0);
    let s2 = s * s;
    let artanh = s * (1.0 + s2 * (1.0 / 3.0 + s2 * (1.0 / 5.0 + s2 * (1.0 / 7.0 + s2 * (1.0 / 9.0)))));
    n as f32 * std::f32::consts::LN_2 + 2.0 * artanh
}

/// The logistic curve: from 0 over 1/2 at 0 to 1.
#[inline]
pub(crate) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

/// One step of splitmix64: a number well shuffled.
#[inline]
pub(crate) const fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_close_to_the_true_ones() {
        for i in -4000..=4000 {
            let x = i as f32 * 0.01;
            let (got, want) = (f64::from(exp(x)), f64::from(x).exp());
            assert!((got / want - 1.0).abs() < 1e-5, "exp({x}) = {got}");
            let y = exp(x);
            assert!((f64::from(ln(y)) - f64::from(y).ln()).abs() < 1e-5, "ln({y})");
        }
        assert_eq!(logistic(0.0), 0.5);
        assert!(exp(-1e9) < 1e-30 && exp(1e9).is_finite());
    }
}
