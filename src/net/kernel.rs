//! The inner loops of nets, over whole numbers.
//!
//! They are written as plain loops that compilers turn into vector instructions. On
//! x86-64 a second copy is compiled for AVX2 and picked at run time; results are the
//! same by construction, for whole numbers add up in any order.

use super::MOVE_UNITS;

/// Sums computed at a time: as many as fit the vector registers.
pub const TILE: usize = 128;

/// The instructions to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// What every machine of the kind has.
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

/// Writes a method that runs a function of [`plain`] with the instructions picked.
macro_rules! dispatch {
    ($(#[$doc:meta])* $name:ident($($arg:ident: $kind:ty),*)) => {
        $(#[$doc])*
        #[inline]
        pub fn $name(self, $($arg: $kind),*) {
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
    /// The best that this machine has.
    #[inline]
    pub fn pick() -> Kernel {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            return Kernel::Avx2;
        }
        Kernel::Portable
    }

    dispatch! {
        /// Adds the numbered rows of a table to a first row.
        add_rows(first: &[i16], table: &[i16], rows: &[u16], sums: &mut [i16])
    }
    dispatch! {
        /// Multiplies pairs of numbers, each brought into the range 0 to 255 before, and
        /// takes eight bits off.
        multiply(left: &[i16], right: &[i16], products: &mut [i16])
    }
    dispatch! {
        /// For each row of a table, the sum of its products with the inputs.
        rows(table: &[i16], inputs: &[i16], sums: &mut [i32])
    }
    dispatch! {
        /// The same for the rows of inputs of moves, as scores with their biases.
        scores(table: &[i16], units: &[i16; MOVE_UNITS], biases: &[f32], scores: &mut [f32])
    }
}

// Loops over indices, for iterators that are not inlined would not be compiled anew.
mod plain {
    use super::TILE;
    use crate::net::{MOVE_UNIT, MOVE_UNITS, MOVE_WEIGHT};

    #[inline(always)]
    pub fn add_rows(first: &[i16], table: &[i16], rows: &[u16], sums: &mut [i16]) {
        let width = sums.len();
        let mut start = 0;
        while start + TILE <= width {
            let mut tile = [0i16; TILE];
            tile.copy_from_slice(&first[start..start + TILE]);
            let mut i = 0;
            while i < rows.len() {
                let at = rows[i] as usize * width + start;
                let row = &table[at..at + TILE];
                let mut k = 0;
                while k < TILE {
                    tile[k] = tile[k].wrapping_add(row[k]);
                    k += 1;
                }
                i += 1;
            }
            sums[start..start + TILE].copy_from_slice(&tile);
            start += TILE;
        }
    }

    #[inline(always)]
    pub fn multiply(left: &[i16], right: &[i16], products: &mut [i16]) {
        let len = products.len();
        let (left, right) = (&left[..len], &right[..len]);
        let mut i = 0;
        while i < len {
            let (a, b) = (left[i].clamp(0, 255) as u16, right[i].clamp(0, 255) as u16);
            // 255 * 255 fits 16 bits without a sign.
            products[i] = ((a * b) >> 8) as i16;
            i += 1;
        }
    }

    /// Sums cannot grow too large, but a loop that makes sure of it in builds that check
    /// arithmetic, as tests are, is slow.
    #[inline(always)]
    fn add_product(sum: i32, a: i16, b: i16) -> i32 {
        sum.wrapping_add((a as i32).wrapping_mul(b as i32))
    }

    #[inline(always)]
    pub fn rows(table: &[i16], inputs: &[i16], sums: &mut [i32]) {
        let width = inputs.len();
        let table = &table[..width * sums.len()];
        let mut r = 0;
        while r < sums.len() {
            let row = &table[r * width..(r + 1) * width];
            let mut sum = 0;
            let mut i = 0;
            while i < width {
                sum = add_product(sum, row[i], inputs[i]);
                i += 1;
            }
            sums[r] = sum;
            r += 1;
        }
    }

    #[inline(always)]
    pub fn scores(table: &[i16], units: &[i16; MOVE_UNITS], biases: &[f32], scores: &mut [f32]) {
        const SCALE: f32 = 1.0 / (MOVE_UNIT * MOVE_WEIGHT);
        let len = scores.len();
        let (table, biases) = (&table[..MOVE_UNITS * len], &biases[..len]);
        let mut r = 0;
        while r < len {
            // A row of known length needs no loop.
            let row = &table[r * MOVE_UNITS..(r + 1) * MOVE_UNITS];
            let mut sum = 0;
            let mut i = 0;
            while i < MOVE_UNITS {
                sum = add_product(sum, row[i], units[i]);
                i += 1;
            }
            scores[r] = sum as f32 * SCALE + biases[r];
            r += 1;
        }
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
            |n: usize, most: i16| -> Vec<i16> { (0..n).map(|_| rng.random_range(-most..=most)).collect() };
        let width = 2 * TILE;
        let (first, table) = (numbers(width, 300), numbers(40 * width, 300));
        let chosen = [3, 39, 0, 17, 17];
        let mut results = Vec::new();
        for kernel in [Kernel::Portable, Kernel::pick()] {
            let (mut sums, mut products, mut rows) = (vec![0; width], vec![0; TILE], [0; 4]);
            let mut scores = [0.0; 4];
            kernel.add_rows(&first, &table, &chosen, &mut sums);
            let (left, right) = sums.split_at(TILE);
            kernel.multiply(left, right, &mut products);
            kernel.rows(&table[..4 * TILE], &products, &mut rows);
            let units = std::array::from_fn(|i| products[i]);
            kernel.scores(&table, &units, &[0.5, 1.0, -1.0, 0.0], &mut scores);
            results.push((sums, products, rows, scores));
        }
        assert_eq!(results[0], results[1]);
        let (sums, products, rows, scores) = &results[0];
        let expected =
            |i: usize| first[i] + chosen.iter().map(|&r| table[usize::from(r) * width + i]).sum::<i16>();
        assert!((0..width).all(|i| sums[i] == expected(i)));
        let product =
            |i: usize| i32::from(sums[i].clamp(0, 255)) * i32::from(sums[TILE + i].clamp(0, 255)) / 256;
        assert!((0..TILE).all(|i| i32::from(products[i]) == product(i)));
        let row = |r: usize| {
            (0..TILE).map(|i| i32::from(table[r * TILE + i]) * i32::from(products[i])).sum::<i32>()
        };
        assert!((0..4).all(|r| rows[r] == row(r)));
        let dot: i32 = (0..MOVE_UNITS).map(|i| i32::from(table[i]) * i32::from(products[i])).sum();
        assert_eq!(scores[0], dot as f32 / (256.0 * 512.0) + 0.5);
    }
}
