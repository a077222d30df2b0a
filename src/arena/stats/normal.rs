//! The normal distribution, as far as it is needed here.

/// The standard normal quantile of 97.5 %: half the width of a 95 % interval.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// The probability that a standard normal variable is below `z`.
pub(super) fn cdf(z: f64) -> f64 {
    if z.abs() > 8.0 {
        return if z > 0.0 { 1.0 } else { 0.0 };
    }
    // Φ(z) = 1/2 + φ(z) (z + z³/3 + z⁵/(3·5) + …), every term of one sign.
    let mut term = z;
    let mut sum = z;
    let mut odd = 1.0;
    while term.abs() > 1e-17 * sum.abs() {
        odd += 2.0;
        term *= z * z / odd;
        sum += term;
    }
    let density = (-z * z / 2.0).exp() / std::f64::consts::TAU.sqrt();
    (0.5 + density * sum).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_goes_through_known_points() {
        // Any table of the normal distribution.
        for (z, p) in [(0.0, 0.5), (1.0, 0.841_344_746), (-1.0, 0.158_655_254), (3.0, 0.998_650_102)] {
            assert!((cdf(z) - p).abs() < 1e-9, "{z}");
        }
        assert!((cdf(Z95) - 0.975).abs() < 1e-12);
        assert!((cdf(6.0) - (1.0 - 9.865_876e-10)).abs() < 1e-12);
        assert_eq!((cdf(50.0), cdf(-50.0)), (1.0, 0.0));
        assert_eq!((cdf(f64::INFINITY), cdf(f64::NEG_INFINITY)), (1.0, 0.0));
    }
}
