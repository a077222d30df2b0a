use sisku::games::{Game, Rules, perft, pijersi::*};
fn main() {
    let d: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let p = Position::<Board45>::start(&Rules::of(Position::<Board45>::rule_options()));
    println!("{}\n{}", p.diagram(), p.notation());
    let t = std::time::Instant::now();
    let n = perft::perft(&p, d);
    println!("{n} {:?} {:.3} G/s", t.elapsed(), n as f64 / t.elapsed().as_secs_f64() / 1e9);
    let p = Position::<Board51>::start(&Rules::of(Position::<Board51>::rule_options()));
    println!("{}\n{}", p.diagram(), p.notation());
    let t = std::time::Instant::now();
    let n = perft::perft(&p, d);
    println!("{n} {:?} {:.3} G/s", t.elapsed(), n as f64 / t.elapsed().as_secs_f64() / 1e9);
}
