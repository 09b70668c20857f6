//! Operators by precedence (XPath 2.0, A.4), without recursion.

use super::cursor::Parser;
use super::token::TokenKind;
use crate::XPathError;
use crate::ast::{ArithmeticOperator, Comparison, ExprId, ExprKind, NodeComparison, SetOperator};

/// Binding strength, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Level {
    Or,
    And,
    Comparison,
    Range,
    Additive,
    Multiplicative,
    Union,
    Intersect,
    Instance,
    Treat,
    Castable,
    Cast,
    /// What no operator has been applied to.
    Operand,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operator {
    Or,
    And,
    General(Comparison),
    Value(Comparison),
    Node(NodeComparison),
    Range,
    Arithmetic(ArithmeticOperator),
    Set(SetOperator),
    InstanceOf,
    TreatAs,
    CastableAs,
    CastAs,
}

/// An operator as written: one word or symbol, and the word that must follow it.
struct Row(&'static str, Option<&'static str>, Operator);

const WORDS: &[Row] = {
    use ArithmeticOperator as A;
    use Comparison as C;
    &[
        Row("or", None, Operator::Or),
        Row("and", None, Operator::And),
        Row("eq", None, Operator::Value(C::Equal)),
        Row("ne", None, Operator::Value(C::NotEqual)),
        Row("lt", None, Operator::Value(C::Less)),
        Row("le", None, Operator::Value(C::LessOrEqual)),
        Row("gt", None, Operator::Value(C::Greater)),
        Row("ge", None, Operator::Value(C::GreaterOrEqual)),
        Row("is", None, Operator::Node(NodeComparison::Is)),
        Row("to", None, Operator::Range),
        Row("div", None, Operator::Arithmetic(A::Divide)),
        Row("idiv", None, Operator::Arithmetic(A::IntegerDivide)),
        Row("mod", None, Operator::Arithmetic(A::Modulo)),
        Row("union", None, Operator::Set(SetOperator::Union)),
        Row("intersect", None, Operator::Set(SetOperator::Intersect)),
        Row("except", None, Operator::Set(SetOperator::Except)),
        Row("instance", Some("of"), Operator::InstanceOf),
        Row("treat", Some("as"), Operator::TreatAs),
        Row("castable", Some("as"), Operator::CastableAs),
        Row("cast", Some("as"), Operator::CastAs),
    ]
};

const SYMBOLS: &[Row] = {
    use ArithmeticOperator as A;
    use Comparison as C;
    &[
        Row("=", None, Operator::General(C::Equal)),
        Row("!=", None, Operator::General(C::NotEqual)),
        Row("<", None, Operator::General(C::Less)),
        Row("<=", None, Operator::General(C::LessOrEqual)),
        Row(">", None, Operator::General(C::Greater)),
        Row(">=", None, Operator::General(C::GreaterOrEqual)),
        Row("<<", None, Operator::Node(NodeComparison::Precedes)),
        Row(">>", None, Operator::Node(NodeComparison::Follows)),
        Row("+", None, Operator::Arithmetic(A::Add)),
        Row("-", None, Operator::Arithmetic(A::Subtract)),
        Row("*", None, Operator::Arithmetic(A::Multiply)),
        Row("|", None, Operator::Set(SetOperator::Union)),
    ]
};

impl Operator {
    fn level(self) -> Level {
        use ArithmeticOperator as A;
        match self {
            Operator::Or => Level::Or,
            Operator::And => Level::And,
            Operator::General(_) | Operator::Value(_) | Operator::Node(_) => Level::Comparison,
            Operator::Range => Level::Range,
            Operator::Arithmetic(A::Add | A::Subtract) => Level::Additive,
            Operator::Arithmetic(_) => Level::Multiplicative,
            Operator::Set(SetOperator::Union) => Level::Union,
            Operator::Set(_) => Level::Intersect,
            Operator::InstanceOf => Level::Instance,
            Operator::TreatAs => Level::Treat,
            Operator::CastableAs => Level::Castable,
            Operator::CastAs => Level::Cast,
        }
    }
}

/// Operands of one level that still wait for their last one.
struct Pending {
    level: Level,
    at: usize,
    first: ExprId,
    /// The operators so far, each with the operand after it, but for the last.
    rest: Vec<(Operator, ExprId)>,
    last: Operator,
}

impl Parser<'_, '_> {
    /// OrExpr and all that binds tighter.
    pub fn operators(&mut self) -> Result<ExprId, XPathError> {
        let mut stack: Vec<Pending> = Vec::new();
        loop {
            let mut operand = self.unary()?;
            let mut bound = Level::Operand;
            let (operator, at) = loop {
                let at = self.at();
                let Some(operator) = self.operator() else {
                    while let Some(pending) = stack.pop() {
                        operand = self.close(pending, operand)?;
                    }
                    return Ok(operand);
                };
                let level = operator.level();
                while let Some(pending) = stack.pop_if(|pending| pending.level > level) {
                    bound = pending.level;
                    operand = self.close(pending, operand)?;
                }
                if level < Level::Instance {
                    break (operator, at);
                }
                if level >= bound {
                    return Err(
                        self.unexpected("an operator that binds less, or parentheses around what stands before,")
                    );
                }
                self.take_operator(operator);
                operand = self.typed(operator, operand, at)?;
                bound = level;
            };
            self.chain(&mut stack, operator, operand, at)?;
        }
    }

    /// Takes a binary operator: it goes on with the chain on top of the stack, or begins another.
    fn chain(
        &mut self,
        stack: &mut Vec<Pending>,
        operator: Operator,
        operand: ExprId,
        at: usize,
    ) -> Result<(), XPathError> {
        let level = operator.level();
        match stack.last_mut() {
            Some(pending) if pending.level == level => {
                if matches!(level, Level::Comparison | Level::Range) {
                    return Err(self.syntax(format!(
                        "`{}` stands here after another operator of its kind: put one of the two in parentheses",
                        self.token_text()
                    )));
                }
                pending.rest.push((pending.last, operand));
                pending.last = operator;
            }
            _ => stack.push(Pending { level, at, first: operand, rest: Vec::new(), last: operator }),
        }
        self.take_operator(operator);
        Ok(())
    }

    /// The operator that comes next, if one does; it is not taken yet.
    fn operator(&self) -> Option<Operator> {
        let (rows, text) = match self.peek(0) {
            TokenKind::Name { prefix: "", local } => (WORDS, *local),
            TokenKind::Symbol(symbol) => (SYMBOLS, *symbol),
            _ => return None,
        };
        let row = rows.iter().find(|row| row.0 == text)?;
        row.1.is_none_or(|second| self.is_word(1, second)).then_some(row.2)
    }

    fn take_operator(&mut self, operator: Operator) {
        self.advance();
        if operator.level() >= Level::Instance {
            self.advance();
        }
    }

    /// The operators whose right side is a type.
    fn typed(&mut self, operator: Operator, operand: ExprId, at: usize) -> Result<ExprId, XPathError> {
        let kind = match operator {
            Operator::InstanceOf => ExprKind::InstanceOf(operand, self.sequence_type()?),
            Operator::TreatAs => ExprKind::TreatAs(operand, self.sequence_type()?),
            Operator::CastableAs => {
                let target = self.single_type()?;
                return self.castable(operand, target, at);
            }
            _ => {
                let target = self.single_type()?;
                return self.cast(operand, target, at);
            }
        };
        self.add(kind, at)
    }

    /// The node of a chain, with its last operand.
    fn close(&mut self, pending: Pending, operand: ExprId) -> Result<ExprId, XPathError> {
        let Pending { first, mut rest, last, at, .. } = pending;
        rest.push((last, operand));
        let kind = match last {
            Operator::Or => ExprKind::Or(operands(first, &rest)),
            Operator::And => ExprKind::And(operands(first, &rest)),
            Operator::General(comparison) => ExprKind::General(comparison, first, operand),
            Operator::Value(comparison) => ExprKind::Value(comparison, first, operand),
            Operator::Node(comparison) => ExprKind::Node(comparison, first, operand),
            Operator::Range => ExprKind::Range(first, operand),
            Operator::Set(_) => ExprKind::Set(first, rest.iter().filter_map(set_operand).collect()),
            _ => ExprKind::Arithmetic(first, rest.iter().filter_map(arithmetic_operand).collect()),
        };
        self.add(kind, at)
    }

    /// Signs, then a path. Signs cancel each other but for the test that the operand is a number.
    fn unary(&mut self) -> Result<ExprId, XPathError> {
        let at = self.at();
        let (mut signed, mut negative) = (false, false);
        loop {
            if self.take_symbol("-") {
                negative = !negative;
            } else if !self.take_symbol("+") {
                break;
            }
            signed = true;
        }
        let operand = self.path()?;
        if signed { self.add(ExprKind::Unary { negative, operand }, at) } else { Ok(operand) }
    }
}

fn operands(first: ExprId, rest: &[(Operator, ExprId)]) -> Vec<ExprId> {
    std::iter::once(first).chain(rest.iter().map(|(_, operand)| *operand)).collect()
}

fn set_operand((operator, operand): &(Operator, ExprId)) -> Option<(SetOperator, ExprId)> {
    if let Operator::Set(operator) = operator { Some((*operator, *operand)) } else { None }
}

fn arithmetic_operand((operator, operand): &(Operator, ExprId)) -> Option<(ArithmeticOperator, ExprId)> {
    if let Operator::Arithmetic(operator) = operator { Some((*operator, *operand)) } else { None }
}
