use cubiform_cube::random;
use cubiform_tables::whole::*;
fn main() {
    let t = std::time::Instant::now();
    let p1 = phase1::Phase1::new();
    println!("p1 {:?}", t.elapsed());
    let t = std::time::Instant::now();
    let p2 = phase2::Phase2::new();
    println!("p2 {:?}", t.elapsed());
    let mut h = [0; 16];
    let mut n = [0; 16];
    for c in random::states(1).take(200000) {
        let c = phase1::Coset::of(&c);
        h[p1.bound(c) as usize] += 1;
        let k = p1.near(c).map_or(8, |k| k.distance);
        n[k as usize] += 1;
    }
    println!("bound {h:?}\nnear {n:?}");
    let mut h = [0; 20];
    let mut e = [0; 20];
    let mut b = [0; 20];
    for c in random::states(1).take(200000) {
        let s = phase2::State::of;
        let (co, ed, or) =
            (Corners::rank_of(&c), (Corners::rank_of(&c.inverse()) * 31) % 40320, Twist::rank_of(&c) % 24);
        let x = p2.corner_bound(co, or);
        let y = p2.edge_bound(ed, or);
        h[x as usize] += 1;
        e[y as usize] += 1;
        b[x.max(y) as usize] += 1;
        let _ = s;
    }
    println!("corner {h:?}\nedge {e:?}\nboth {b:?}");
}
