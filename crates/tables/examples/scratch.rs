#![allow(missing_docs)]
use cubiform_cube::{Face, Symmetry, random};
use cubiform_tables::whole::*;
fn main() {
    let tm = MoveTable::<Twist>::new();
    let fm = MoveTable::<Flip>::new();
    let d = distances(2187 * 2048, 0, 200, |st, reach| {
        for m in 0..18 {
            reach(tm.turn(st / 2048, m) * 2048 + fm.turn(st % 2048, m));
        }
    });
    let mut h = [0; 16];
    let mut g = [0; 16];
    let y = Symmetry::rotation(Face::U, 1);
    for c in random::states(1).take(200000) {
        let a = d[Twist::rank_of(&c) * 2048 + Flip::rank_of(&c)];
        let c2 = c.conjugate(y);
        let b = d[Twist::rank_of(&c2) * 2048 + Flip::rank_of(&c2)];
        h[a as usize] += 1;
        g[a.max(b) as usize] += 1;
    }
    println!("{h:?}\n{g:?}");
    // phase 2: corners x positions of the U edges x slice order
    let cm = MoveTable::<Corners>::new();
    let lm = MoveTable::<LayerEdges>::new();
    let om = MoveTable::<SliceOrder>::new();
    // comb id of U edges
    let mut id = std::collections::HashMap::new();
    let mut of = vec![0u8; 40320];
    let mut rep = vec![];
    for r in 0..40320 {
        let p = LayerEdges::unrank(r);
        let s: u32 = p[..4].iter().map(|x| 1 << x).sum();
        let n = id.len() as u8;
        let k = *id.entry(s).or_insert(n);
        if usize::from(k) == rep.len() {
            rep.push(r);
        }
        of[r] = k;
    }
    let moves: Vec<usize> = (0..18).filter(|m| IN_G1 >> m & 1 == 1).collect();
    for slice in [1usize, 24] {
        let size = 40320 * 70 * slice;
        let d = distances(size, 0, 200, |st, reach| {
            let (c, rest) = (st / (70 * slice), st % (70 * slice));
            let (k, o) = (rest / slice, rest % slice);
            for m in &moves {
                reach(
                    (cm.turn(c, *m) * 70 + usize::from(of[lm.turn(rep[k], *m)])) * slice
                        + if slice == 24 { om.turn(o, *m) } else { 0 },
                );
            }
        });
        let mut h = [0u64; 20];
        let mut far = 0;
        for x in d {
            if x == FAR {
                far += 1
            } else {
                h[x as usize] += 1;
            }
        }
        println!("slice {slice}: {h:?} far {far}");
    }
}
