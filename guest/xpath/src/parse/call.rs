//! Function calls and literals (XPath 2.0, 3.1).

use super::cursor::Parser;
use super::later;
use super::names::{FN, builtin_names, short, shown};
use super::sequence_type::is_abstract;
use super::suggest::nearest;
use super::token::TokenKind;
use crate::ast::{ExprId, ExprKind, SingleType};
use crate::functions::Function;
use crate::types::XS;
use crate::{Atomic, ErrorCode, TypeRef, XPathError};
use pyxsd_datatypes::{Builtin, Decimal, Value};

/// Digits of a numeric literal: reading more takes time beyond their number.
const MAX_DIGITS: usize = 4096;

impl Parser<'_, '_> {
    pub fn literal(&mut self) -> Result<ExprId, XPathError> {
        let at = self.at();
        let (value, builtin) = match self.peek(0) {
            TokenKind::String(text) => (Value::String(text.clone()), Builtin::String),
            kind => {
                let builtin = match kind {
                    TokenKind::Integer => Builtin::Integer,
                    TokenKind::Decimal => Builtin::Decimal,
                    _ => Builtin::Double,
                };
                (self.number(builtin)?, builtin)
            }
        };
        self.advance();
        self.add(ExprKind::Literal(Atomic { value, type_ref: TypeRef::builtin(builtin) }), at)
    }

    fn number(&self, builtin: Builtin) -> Result<Value, XPathError> {
        let text = self.token_text();
        let value = match builtin {
            _ if text.len() > MAX_DIGITS => None,
            Builtin::Double => text.parse().ok().map(Value::Double),
            _ => Decimal::parse(text.as_bytes()).map(Value::Decimal),
        };
        value.ok_or_else(|| {
            let message = format!("the number has more than {MAX_DIGITS} digits");
            XPathError::new(ErrorCode::FOAR0002, message).at(self.at())
        })
    }

    /// FunctionCall: a name and arguments in parentheses.
    pub fn call(&mut self) -> Result<ExprId, XPathError> {
        let at = self.at();
        if matches!(self.token_text(), "function" | "switch") && self.goes_on_after_parentheses() {
            return Err(self.unexpected("an expression of XPath 2.0"));
        }
        let (prefix, local) = self.expect_name("a function")?;
        let default = self.scope.context.default_function_namespace.as_str();
        let namespace = self.scope.namespace(prefix, default, at)?;
        let arguments = self.arguments()?;
        if namespace != FN {
            return self.constructor(namespace, local, &arguments, at);
        }
        let Some(function) = Function::ALL.iter().find(|function| function.name() == local) else {
            return Err(unknown_function(namespace, local, at));
        };
        if !function.arity().contains(&arguments.len()) {
            let message = format!(
                "`{local}` takes {}, and here are {}",
                wanted(*function.arity().start(), *function.arity().end()),
                arguments.len()
            );
            return Err(XPathError::new(ErrorCode::XPST0017, message).at(at));
        }
        self.function(*function, arguments, at)
    }

    /// Whether after the parentheses that come next something stands that follows no call: `function(…) {`, `switch (…) case`.
    fn goes_on_after_parentheses(&self) -> bool {
        let (mut ahead, mut depth) = (1, 0usize);
        loop {
            match self.peek(ahead) {
                TokenKind::Symbol("(") => depth += 1,
                TokenKind::Symbol(")") => depth = depth.saturating_sub(1),
                TokenKind::End | TokenKind::Unknown(_) | TokenKind::Unterminated(_) | TokenKind::Glued => return false,
                _ => {}
            }
            ahead += 1;
            if depth == 0 {
                return self.is_symbol(ahead, "{") || self.is_word(ahead, "as") || self.is_word(ahead, "case");
            }
        }
    }

    /// A call whose result hangs on the static context gets it here.
    fn function(&mut self, function: Function, mut arguments: Vec<ExprId>, at: usize) -> Result<ExprId, XPathError> {
        let base = self.scope.context.base_uri.clone();
        let uri = |uri| Atomic { value: Value::AnyUri(uri), type_ref: TypeRef::builtin(Builtin::AnyUri) };
        match (function, base) {
            (Function::StaticBaseUri, Some(base)) => self.add(ExprKind::Literal(uri(base)), at),
            (Function::Collection, _) if arguments.is_empty() && self.scope.context.in_schema => {
                self.add(ExprKind::Sequence(Vec::new()), at)
            }
            (Function::StaticBaseUri, None) => self.add(ExprKind::Sequence(Vec::new()), at),
            (Function::ResolveUri, Some(base)) if arguments.len() == 1 => {
                let base = Atomic { value: Value::String(base), type_ref: TypeRef::builtin(Builtin::String) };
                arguments.push(self.add(ExprKind::Literal(base), at)?);
                self.add(ExprKind::Call(function, arguments), at)
            }
            (_, Some(base)) if takes_collation(function) && arguments.len() == *function.arity().end() => {
                let last = arguments.pop().map(|collation| self.collation(collation, &base)).transpose()?;
                arguments.extend(last);
                self.add(ExprKind::Call(function, arguments), at)
            }
            _ => self.add(ExprKind::Call(function, arguments), at),
        }
    }

    /// A collation written as a relative reference, resolved against the static base URI (F&O, 7.3.1).
    fn collation(&mut self, argument: ExprId, base: &str) -> Result<ExprId, XPathError> {
        let at = self.arena.nodes[argument.0 as usize].at as usize;
        match self.arena.kind(argument) {
            ExprKind::Literal(Atomic { value: Value::String(uri), .. }) if !uri.contains(':') => {
                let base =
                    Atomic { value: Value::String(base.to_owned()), type_ref: TypeRef::builtin(Builtin::String) };
                let base = self.add(ExprKind::Literal(base), at)?;
                let resolved = self.add(ExprKind::Call(Function::ResolveUri, vec![argument, base]), at)?;
                let target = SingleType { type_ref: TypeRef::builtin(Builtin::String), optional: false };
                self.add(ExprKind::Cast(resolved, target), at)
            }
            _ => Ok(argument),
        }
    }

    fn arguments(&mut self) -> Result<Vec<ExprId>, XPathError> {
        self.expect_symbol("(")?;
        let mut arguments = Vec::new();
        if self.take_symbol(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.single()?);
            if !self.take_symbol(",") {
                break;
            }
        }
        self.expect_symbol(")")?;
        Ok(arguments)
    }

    /// A constructor function (F&O, 5): a cast that admits the empty sequence.
    fn constructor(
        &mut self,
        namespace: &str,
        local: &str,
        arguments: &[ExprId],
        at: usize,
    ) -> Result<ExprId, XPathError> {
        let constructed = self.scope.find_type(namespace, local).filter(|type_ref| self.scope.is_atomic(*type_ref));
        let Some(type_ref) = constructed.filter(|type_ref| !is_abstract(*type_ref)) else {
            return Err(unknown_function(namespace, local, at));
        };
        let [argument] = arguments else {
            let message = format!(
                "the constructor function `{}` takes one argument, and here are {}",
                shown(namespace, local),
                arguments.len()
            );
            return Err(XPathError::new(ErrorCode::XPST0017, message).at(at));
        };
        self.cast(*argument, SingleType { type_ref, optional: true }, at)
    }
}

/// Whether the last argument that a function may have is a collation.
fn takes_collation(function: Function) -> bool {
    use Function as F;
    matches!(
        function,
        F::Compare
            | F::Contains
            | F::StartsWith
            | F::EndsWith
            | F::SubstringBefore
            | F::SubstringAfter
            | F::IndexOf
            | F::DistinctValues
            | F::DeepEqual
            | F::Max
            | F::Min
    )
}

/// How many arguments a function takes, in words.
fn wanted(least: usize, most: usize) -> String {
    match (least, most) {
        (0, 0) => "no arguments".to_owned(),
        (1, 1) => "1 argument".to_owned(),
        _ if least == most => format!("{least} arguments"),
        _ if most > 100 => format!("{least} or more arguments"),
        _ if most == least + 1 => format!("{least} or {most} arguments"),
        _ => format!("{least} to {most} arguments"),
    }
}

fn unknown_function(namespace: &str, local: &str, at: usize) -> XPathError {
    let name = shown(namespace, local);
    let error = |message| XPathError::new(ErrorCode::XPST0017, message).at(at);
    if namespace == FN {
        let local = &*short(local);
        if let Some(instead) = later::function(local) {
            return error(format!("the function `{local}` is not in XPath 2.0: {instead}"));
        }
        return match nearest(local, Function::ALL.iter().map(|function| function.name())) {
            Some(meant) => {
                error(format!("there is no function `{local}`: is `{meant}` meant?")).suggesting(Some(meant))
            }
            None => error(format!("there is no function `{local}` in XPath 2.0")),
        };
    }
    if namespace != XS {
        return error(format!(
            "there is no function `{name}`: neither a function of XPath nor an atomic type of the schema"
        ));
    }
    match nearest(local, builtin_names()).filter(|meant| *meant != local) {
        Some(meant) => error(format!("there is no constructor function `{name}`: is `xs:{meant}` meant?"))
            .suggesting(Some(&format!("xs:{meant}"))),
        None => error(format!(
            "there is no constructor function `{name}`: only atomic types with values of their own have one"
        )),
    }
}
