//! Paths, steps and predicates (XPath 2.0, 3.2).

use super::cursor::Parser;
use super::kind_test::{is_kind_test, reserved};
use super::names::short;
use super::suggest::nearest;
use super::token::TokenKind;
use crate::XPathError;
use crate::ast::{Axis, ExpandedName, ExprId, ExprKind, KindTest, NameTest, NodeTest, Path, PathStart, Step};

const AXES: &[(&str, Axis)] = &[
    ("child", Axis::Child),
    ("descendant", Axis::Descendant),
    ("attribute", Axis::Attribute),
    ("self", Axis::SelfAxis),
    ("descendant-or-self", Axis::DescendantOrSelf),
    ("following-sibling", Axis::FollowingSibling),
    ("following", Axis::Following),
    ("namespace", Axis::Namespace),
    ("parent", Axis::Parent),
    ("ancestor", Axis::Ancestor),
    ("preceding-sibling", Axis::PrecedingSibling),
    ("preceding", Axis::Preceding),
    ("ancestor-or-self", Axis::AncestorOrSelf),
];

impl Parser<'_, '_> {
    /// PathExpr. An expression that is a single step without an axis is no path.
    pub fn path(&mut self) -> Result<ExprId, XPathError> {
        let at = self.at();
        let mut steps = Vec::new();
        let mut start = PathStart::Context;
        let mut deep = false;
        if self.take_symbol("//") {
            (start, deep) = (PathStart::Root, true);
        } else if self.take_symbol("/") {
            start = PathStart::Root;
            if !self.begins_step() {
                return self.add(ExprKind::Path(Path { start, steps }), at);
            }
        }
        loop {
            let step_at = self.at();
            let step = self.step()?;
            self.push_step(&mut steps, step, deep, step_at);
            deep = self.is_symbol(0, "//");
            if !deep && !self.is_symbol(0, "/") {
                break;
            }
            self.advance();
        }
        match (&start, steps.as_slice()) {
            (PathStart::Context, [Step::Expr(only)]) => Ok(*only),
            _ => {
                self.drop_leading_dot(&start, &mut steps);
                self.add(ExprKind::Path(Path { start, steps }), at)
            }
        }
    }

    /// Adds a step; after `//` with the step that this stands for, or merged with it where no predicate counts positions.
    fn push_step(&self, steps: &mut Vec<Step>, mut step: Step, deep: bool, at: usize) {
        if deep {
            match &mut step {
                Step::Axis { axis: axis @ Axis::Child, predicates, .. }
                    if predicates.iter().all(|predicate| self.arena.is_free_of_position(*predicate)) =>
                {
                    *axis = Axis::Descendant;
                }
                _ => steps.push(Step::Axis {
                    axis: Axis::DescendantOrSelf,
                    test: NodeTest::Kind(KindTest::Node),
                    predicates: Vec::new(),
                    at: at as u32,
                }),
            }
        }
        steps.push(step);
    }

    /// `./a` is `a`: an axis step goes from the context item anyway.
    fn drop_leading_dot(&self, start: &PathStart, steps: &mut Vec<Step>) {
        if let (PathStart::Context, [Step::Expr(dot), Step::Axis { .. }, ..]) = (start, steps.as_slice())
            && matches!(self.arena.kind(*dot), ExprKind::ContextItem)
        {
            steps.remove(0);
        }
    }

    /// Whether a step may begin with the next token.
    fn begins_step(&self) -> bool {
        match self.peek(0) {
            TokenKind::Symbol(symbol) => matches!(*symbol, "(" | "." | ".." | "@" | "*" | "$"),
            TokenKind::End | TokenKind::Unknown(_) | TokenKind::Unterminated(_) => false,
            _ => true,
        }
    }

    fn step(&mut self) -> Result<Step, XPathError> {
        let at = self.at();
        let Some((axis, test)) = self.axis_step()? else {
            let base = self.primary()?;
            let predicates = self.predicates()?;
            if predicates.is_empty() {
                return Ok(Step::Expr(base));
            }
            return Ok(Step::Expr(self.add(ExprKind::Filter(base, predicates), at)?));
        };
        let predicates = self.predicates()?;
        Ok(Step::Axis { axis, test, predicates, at: at as u32 })
    }

    /// Axis and node test, if the next token begins a step with an axis.
    fn axis_step(&mut self) -> Result<Option<(Axis, NodeTest)>, XPathError> {
        if self.take_symbol("..") {
            return Ok(Some((Axis::Parent, NodeTest::Kind(KindTest::Node))));
        }
        if self.take_symbol("@") {
            return Ok(Some((Axis::Attribute, self.node_test(Axis::Attribute)?)));
        }
        match *self.peek(0) {
            TokenKind::Symbol("*") | TokenKind::AnyLocal(_) | TokenKind::AnyNamespace(_) => {}
            TokenKind::Name { .. } if self.is_symbol(1, "::") => {
                let axis = self.axis()?;
                return Ok(Some((axis, self.node_test(axis)?)));
            }
            TokenKind::Name { prefix: "", local } if self.is_symbol(1, "(") && is_kind_test(local) => {
                let test = self.kind_test()?;
                let of_attributes = matches!(test, KindTest::Attribute { .. } | KindTest::SchemaAttribute(_));
                let axis = if of_attributes { Axis::Attribute } else { Axis::Child };
                return Ok(Some((axis, NodeTest::Kind(test))));
            }
            TokenKind::Name { .. } if !self.is_symbol(1, "(") => self.refuse_clause()?,
            _ => return Ok(None),
        }
        Ok(Some((Axis::Child, self.node_test(Axis::Child)?)))
    }

    /// A name, and then what can only be of a later version (`let $x`, `map {`), or what must stand in parentheses here (`for $x`).
    fn refuse_clause(&self) -> Result<(), XPathError> {
        let clause = ["for", "some", "every"].iter().any(|word| self.is_word(0, word));
        match self.peek(1) {
            TokenKind::Symbol("$") if clause => Err(self
                .syntax(format!("`{}` cannot be an operand as it stands: put it in parentheses", self.token_text()))),
            TokenKind::Symbol("$" | "{") => Err(self.unexpected("an expression of XPath 2.0")),
            _ => Ok(()),
        }
    }

    fn axis(&mut self) -> Result<Axis, XPathError> {
        let found = AXES.iter().find(|(name, _)| self.is_word(0, name));
        let Some((_, axis)) = found else {
            let name = self.token_text();
            let meant = nearest(name, AXES.iter().map(|(name, _)| *name));
            let help = meant.map_or(String::new(), |meant| format!(": is `{meant}` meant?"));
            return Err(self.syntax(format!("there is no axis `{}`{help}", short(name))).suggesting(meant));
        };
        self.advance();
        self.advance();
        Ok(*axis)
    }

    fn node_test(&mut self, axis: Axis) -> Result<NodeTest, XPathError> {
        let at = self.at();
        let test = match *self.peek(0) {
            TokenKind::Symbol("*") => NameTest::Any,
            TokenKind::AnyLocal(prefix) => NameTest::Namespace(self.scope.prefix(prefix, at)?.to_owned()),
            TokenKind::AnyNamespace(local) => NameTest::Local(local.to_owned()),
            TokenKind::Name { prefix: "", local } if self.is_symbol(1, "(") => {
                if is_kind_test(local) {
                    return Ok(NodeTest::Kind(self.kind_test()?));
                }
                return Err(self.unexpected("a name, `*` or a test such as `node()`"));
            }
            TokenKind::Name { prefix, local } => {
                let of_elements = !matches!(axis, Axis::Attribute | Axis::Namespace);
                let namespace = match of_elements {
                    true => self.scope.element_namespace(prefix, at)?,
                    false => self.scope.namespace(prefix, "", at)?,
                };
                NameTest::Name(ExpandedName { namespace: namespace.to_owned(), local: local.to_owned() })
            }
            _ => return Err(self.unexpected("a name, `*` or a test such as `node()`")),
        };
        self.advance();
        Ok(NodeTest::Name(test))
    }

    fn predicates(&mut self) -> Result<Vec<ExprId>, XPathError> {
        let mut predicates = Vec::new();
        while self.take_symbol("[") {
            predicates.push(self.expression()?);
            self.expect_symbol("]")?;
        }
        Ok(predicates)
    }

    /// PrimaryExpr: literals, variables, parentheses, `.` and calls.
    fn primary(&mut self) -> Result<ExprId, XPathError> {
        let at = self.at();
        match self.peek(0) {
            TokenKind::Integer | TokenKind::Decimal | TokenKind::Double | TokenKind::String(_) => self.literal(),
            TokenKind::Symbol("$") => {
                let name = self.variable_name()?;
                let slot = self.scope.variable(name, at)?;
                self.add(ExprKind::Variable(slot), at)
            }
            TokenKind::Symbol("(") => {
                self.advance();
                if self.take_symbol(")") {
                    return self.add(ExprKind::Sequence(Vec::new()), at);
                }
                let inner = self.expression()?;
                self.expect_symbol(")")?;
                Ok(inner)
            }
            TokenKind::Symbol(".") => {
                self.advance();
                self.add(ExprKind::ContextItem, at)
            }
            TokenKind::Name { prefix: "", local } if reserved(local) => {
                let (local, help) = (*local, if *local == "if" { ": put it in parentheses" } else { "" });
                Err(self.syntax(format!("`{local}(…)` is no function and cannot stand here{help}")))
            }
            TokenKind::Name { .. } => self.call(),
            _ => Err(self.unexpected("an expression")),
        }
    }
}
