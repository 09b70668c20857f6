//! Order of dependencies, without recursion.

/// Nodes in an order in which each comes after those that it depends on.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Order {
    pub sequence: Vec<usize>,
    /// Edges that close a cycle: the first depends on the second, which depends on the first.
    pub cycles: Vec<(usize, usize)>,
}

impl Order {
    /// The nodes that depend on each other in a circle, each circle sorted. `dependencies` are those that were ordered.
    pub(super) fn circles(&self, dependencies: impl Fn(usize) -> Vec<usize>) -> Vec<Vec<usize>> {
        let mut circles = Vec::new();
        if self.cycles.is_empty() {
            return circles;
        }
        let mut dependants: Vec<Vec<usize>> = vec![Vec::new(); self.sequence.len()];
        for node in 0..self.sequence.len() {
            dependencies(node).into_iter().for_each(|on| dependants[on].push(node));
        }
        // Of what was finished last, the dependants that have no place yet are those it depends on too.
        let mut placed = vec![false; self.sequence.len()];
        for &start in self.sequence.iter().rev() {
            let mut circle = Vec::new();
            let mut open = vec![start];
            while let Some(node) = open.pop() {
                if !std::mem::replace(&mut placed[node], true) {
                    circle.push(node);
                    open.extend(&dependants[node]);
                }
            }
            if circle.len() > 1 {
                circle.sort_unstable();
                circles.push(circle);
            }
        }
        circles
    }
}

/// Orders the nodes `0..count`.
pub(super) fn dependency_order(count: usize, dependencies: impl Fn(usize) -> Vec<usize>) -> Order {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut order = Order::default();
    let mut marks = vec![Mark::New; count];
    for start in 0..count {
        if marks[start] != Mark::New {
            continue;
        }
        marks[start] = Mark::Open;
        let mut stack = vec![(start, dependencies(start).into_iter())];
        while let Some((node, rest)) = stack.last_mut() {
            let node = *node;
            match rest.next() {
                None => {
                    marks[node] = Mark::Done;
                    order.sequence.push(node);
                    stack.pop();
                }
                Some(next) => match marks[next] {
                    Mark::New => {
                        marks[next] = Mark::Open;
                        stack.push((next, dependencies(next).into_iter()));
                    }
                    Mark::Open => order.cycles.push((node, next)),
                    Mark::Done => {}
                },
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_depended_on_comes_first_and_cycles_are_told() {
        let edges = [vec![1, 2], vec![2], vec![], vec![4], vec![3]];
        let order = dependency_order(5, |node| edges[node].clone());
        assert_eq!(order, Order { sequence: vec![2, 1, 0, 4, 3], cycles: vec![(4, 3)] });
        assert_eq!(order.circles(|node| edges[node].clone()), [[3, 4]]);
    }

    #[test]
    fn a_circle_is_what_depends_on_each_other_and_no_more() {
        let edges = [vec![1], vec![2, 4], vec![0, 1], vec![0], vec![]];
        let order = dependency_order(5, |node| edges[node].clone());
        assert_eq!(order.circles(|node| edges[node].clone()), [[0, 1, 2]]);
    }

    #[test]
    fn a_chain_of_a_million_needs_no_stack() {
        let order = dependency_order(1_000_000, |node| if node < 999_999 { vec![node + 1] } else { Vec::new() });
        assert_eq!(order.sequence.first(), Some(&999_999));
    }
}
