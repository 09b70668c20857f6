//! `instance of`, `treat as`, `castable as` and `cast as` (XPath 2.0, 3.10).

use super::convert::Expected;
use super::node_test::occurrence;
use super::{Demand, Evaluation, Focus, Sequence};
use crate::ast::{ExprId, ExprKind, SequenceType, SingleType};
use crate::{Atomic, ErrorCode, Item, Tree, XPathError, values};

impl<'e, T: Tree> Evaluation<'e, T> {
    pub(super) fn instance_of(
        &mut self,
        operand: ExprId,
        wanted: &'e SequenceType,
        focus: &Focus<T::Node>,
    ) -> Result<bool, XPathError> {
        let (least, most) = occurrence(wanted);
        // A range is of one type throughout.
        if let ExprKind::Range(..) | ExprKind::Variable(_) = self.expr(operand).kind
            && let items = self.collect(operand, focus)?
            && items.as_integers().is_some()
        {
            return Ok(
                (least..=most).contains(&items.len()) && items.first().is_none_or(|item| self.fits(&item, wanted))
            );
        }
        let (mut count, mut fits) = (0, true);
        self.each(operand, focus, &mut |evaluation, item| {
            count += 1;
            fits = count <= most && evaluation.fits(&item, wanted);
            Ok(if fits { Demand::More } else { Demand::Enough })
        })?;
        Ok(fits && count >= least)
    }

    fn fits(&self, item: &Item<T::Node>, wanted: &SequenceType) -> bool {
        match wanted {
            SequenceType::Empty => false,
            SequenceType::Of(item_type, _) => self.is_of_type(item, item_type),
        }
    }

    pub(super) fn treat(
        &mut self,
        operand: ExprId,
        wanted: &'e SequenceType,
        focus: &Focus<T::Node>,
    ) -> Result<Sequence<T::Node>, XPathError> {
        let items = self.collect(operand, focus)?;
        let (least, most) = occurrence(wanted);
        let count = items.len();
        let refused = |found: String| Err(XPathError::new(ErrorCode::XPDY0050, format!("treat as: {found}")));
        if !(least..=most).contains(&count) {
            return refused(format!("{count} items where the type admits another number of them"));
        }
        if items.as_integers().is_some() {
            return match items.first() {
                Some(item) if !self.fits(&item, wanted) => refused("integers are not of the type".to_owned()),
                _ => Ok(items),
            };
        }
        for (index, item) in items.iter().enumerate() {
            self.step(1)?;
            if !self.fits(&item, wanted) {
                return refused(format!("item {} is not of the type", index + 1));
            }
        }
        Ok(items)
    }

    pub(super) fn cast(
        &mut self,
        operand: ExprId,
        target: SingleType,
        focus: &Focus<T::Node>,
    ) -> Result<Option<Atomic>, XPathError> {
        match self.operand(operand, focus)? {
            Some(value) => values::cast(&value, target.type_ref, self.types).map(Some),
            None if target.optional => Ok(None),
            None => {
                let name = self.types.type_name(target.type_ref);
                let message = format!("the empty sequence cannot be cast to {name}: write the type with ? to admit it");
                Err(XPathError::new(ErrorCode::XPTY0004, message))
            }
        }
    }

    pub(super) fn castable(
        &mut self,
        operand: ExprId,
        target: SingleType,
        focus: &Focus<T::Node>,
    ) -> Result<bool, XPathError> {
        let items = self.collect(operand, focus)?;
        // Errors of the operand are errors, those of atomisation are too.
        let mut values = match items.len() {
            0 | 1 => self.data(items)?,
            _ => self.values(items.slice(0, 2), Expected::Any)?,
        };
        match (values.pop(), values.is_empty()) {
            (None, _) => Ok(target.optional),
            (Some(_), false) => Ok(false),
            (Some(value), true) => match values::cast(&value, target.type_ref, self.types) {
                Ok(_) => Ok(true),
                Err(error) if error.code == ErrorCode::Budget => Err(error),
                Err(_) => Ok(false),
            },
        }
    }
}
