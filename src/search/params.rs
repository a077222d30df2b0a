//! The tunable constants of the search, declared once: name, default values, range.
//!
//! A build with the `tune` feature offers each as a UGI option, so that a tuner can drive
//! them; other builds have the values alone.

/// A constant of the search as a tuner sees it.
#[derive(Clone, Copy, Debug)]
pub struct Tunable {
    /// The name, which is also that of the UGI option.
    pub name: &'static str,
    /// The least value that makes sense.
    pub min: f32,
    /// The greatest.
    pub max: f32,
    /// The value with the handcrafted evaluation and with a net.
    pub defaults: [f32; 2],
    set: fn(&mut Params, f32),
}

macro_rules! params {
    ($($(#[$doc:meta])* $field:ident, $name:literal: $handcrafted:literal, $net:literal, $min:literal, $max:literal;)*) => {
        /// The tunable constants of the search.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Params { $($(#[$doc])* pub $field: f32,)* }

        impl Params {
            /// With the handcrafted evaluation.
            pub const HANDCRAFTED: Params = Params { $($field: $handcrafted,)* };
            /// With a net.
            pub const NET: Params = Params { $($field: $net,)* };
            /// Every constant.
            pub const TABLE: &'static [Tunable] = &[$(Tunable {
                name: $name,
                min: $min,
                max: $max,
                defaults: [$handcrafted, $net],
                set: |params, value| params.$field = value,
            },)*];
        }
    };
}

// A net's policy is sharper than the handcrafted one: it gets a higher temperature, and unvisited
// moves a greater FPU reduction.
params! {
    /// PUCT's exploration constant at the root.
    root_cpuct, "RootCpuct": 1.8, 1.8, 0.1, 10.0;
    /// PUCT's exploration constant elsewhere.
    cpuct, "Cpuct": 1.5, 1.5, 0.1, 10.0;
    /// How fast exploration grows with visits, the `cpuct_base` of AlphaZero: the factor is
    /// 1 + ln(1 + visits / this).
    cpuct_growth, "CpuctGrowth": 16000.0, 16000.0, 100.0, 1000000.0;
    /// FPU reduction: how far the first-play urgency lies below the node's mean, times the
    /// square root of the visited moves' priors.
    fpu_reduction, "FpuReduction": 0.05, 0.2, 0.0, 1.0;
    /// Temperature of the policy: above 1 it flattens the priors.
    policy_temperature, "PolicyTemperature": 1.2, 1.5, 0.3, 5.0;
    /// The same at the root, where overlooking a move costs most.
    root_policy_temperature, "RootPolicyTemperature": 1.5, 1.8, 0.3, 5.0;

    /// PUCT's exploration constant at information sets.
    hidden_cpuct, "HiddenCpuct": 0.6, 0.8, 0.1, 10.0;
    /// FPU reduction at information sets.
    hidden_fpu_reduction, "HiddenFpuReduction": 0.05, 0.05, 0.0, 1.0;
    /// Temperature of the policy at information sets.
    hidden_policy_temperature, "HiddenPolicyTemperature": 1.3, 1.3, 0.3, 5.0;
    /// How often a playout is followed by one in which the player's own private information is
    /// resampled. Letting the opponent's statistics come from these alone would be sounder, but
    /// measured worse: too few samples.
    resampling_rate, "ResamplingRate": 0.8, 0.8, 0.0, 1.0;
    /// The share of opponents that the belief takes to draw from the engine's own mixed strategy
    /// where there is one, instead of uniformly.
    strategy_share, "StrategyShare": 0.5, 0.5, 0.0, 1.0;
    /// Partial pooling: the share of the visits of an action in other information sets of a public
    /// state that counts in one, as a prior.
    pooling_share, "PoolingShare": 0.1, 0.1, 0.0, 1.0;
    /// Moves with less than this share of the most visited move's visits are left out of the
    /// mixed strategy.
    mixture_threshold, "MixtureThreshold": 0.75, 0.75, 0.0, 1.0;
    /// The share of an opponent's moves that the belief's likelihood takes to be uniform
    /// instead of following the policy.
    lapse_rate, "LapseRate": 0.3, 0.3, 0.0, 1.0;
}

impl Params {
    /// The constants for an evaluator, with tuned values by name.
    pub(super) fn pick(has_net: bool, tuned: &[(&'static str, f32)]) -> Params {
        let mut params = if has_net { Params::NET } else { Params::HANDCRAFTED };
        for (name, value) in tuned {
            if let Some(tunable) = Params::TABLE.iter().find(|tunable| tunable.name == *name) {
                (tunable.set)(&mut params, value.clamp(tunable.min, tunable.max));
            }
        }
        params
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_in_range_and_a_tuner_reaches_every_constant() {
        for (i, tunable) in Params::TABLE.iter().enumerate() {
            let range = tunable.min..=tunable.max;
            assert!(tunable.defaults.iter().all(|value| range.contains(value)), "{}", tunable.name);
            assert!(Params::TABLE[..i].iter().all(|other| other.name != tunable.name), "{}", tunable.name);
            for has_net in [false, true] {
                let value = if tunable.defaults.contains(&tunable.max) { tunable.min } else { tunable.max };
                let tuned = Params::pick(has_net, &[(tunable.name, value)]);
                assert_ne!(tuned, Params::pick(has_net, &[]), "{}", tunable.name);
            }
        }
    }
}
