//! `split`.

use super::{Change, Obstacle};
use crate::plan::{Part, Parts, Task, text_of};
use crate::tree::{Item, MIXED};
use pyxsd_xml::Symbol;
use std::collections::BTreeMap;

const FEWER: &str = "these values have fewer parts than there are names; the last names were not written";

const SPACE: [char; 4] = [' ', '\t', '\n', '\r'];

impl Change<'_, '_> {
    pub(super) fn split(&mut self, tasks: &[Task], separator: &str) -> Result<(), Obstacle> {
        let names = self.prepared.names.clone();
        let elements: Vec<Symbol> = names.iter().map(|name| self.element_symbol(name)).collect();
        let attributes: Vec<Symbol> = names.iter().map(|name| self.attribute_symbol(name)).collect();
        for task in tasks {
            let parts = parts(task.value.as_deref().unwrap_or_default(), separator, names.len());
            if parts.len() < names.len() {
                self.warn(FEWER, task.target);
            }
            let element = self.node_at(task.target.element);
            match task.target.attribute {
                None => self.split_element(task, element, &parts, &elements),
                Some(offset) => self.split_attribute(task, element, offset, &parts, &attributes)?,
            }
            self.changed += 1;
        }
        Ok(())
    }

    fn split_element(&mut self, task: &Task, element: u32, parts: &[&str], names: &[Symbol]) {
        let held = task.held.iter().find(|held| held.attribute.is_none());
        let known = held.map(|held| by_text(&held.parts));
        self.replace_text(element, "", None);
        self.tree.node_mut(element).flags &= !MIXED;
        for (at, part) in parts.iter().enumerate() {
            let items = known.as_ref().and_then(|known| items_of(part, known));
            let child = self.made_element(names[at.min(names.len() - 1)], part, items.as_ref());
            self.tree.place_inside(element, child, true, None);
        }
    }

    fn split_attribute(
        &mut self,
        task: &Task,
        element: u32,
        offset: u32,
        parts: &[&str],
        names: &[Symbol],
    ) -> Result<(), Obstacle> {
        let Some(at) = self.item(element, offset) else { return Ok(()) };
        if parts.len() > names.len() {
            let message = "several parts cannot be one attribute: give as many names as there are parts";
            return Err(task.obstacle(message));
        }
        self.tree.tag_mut(element).items[at].gone = true;
        for (behind, (name, part)) in names.iter().zip(parts).enumerate() {
            self.require_free(task, element, *name)?;
            let item = Item::new(*name, (*part).to_owned());
            self.tree.tag_mut(element).items.insert(at + 1 + behind, item);
        }
        Ok(())
    }
}

/// The items of a value by their text.
fn by_text(parts: &[Part]) -> BTreeMap<String, &Part> {
    parts.iter().map(|part| (text_of(std::slice::from_ref(part)), part)).collect()
}

/// The items that a piece of a value consists of; nothing where it was cut elsewhere.
fn items_of(piece: &str, known: &BTreeMap<String, &Part>) -> Option<Parts> {
    let words = piece.split(SPACE).filter(|word| !word.is_empty());
    words.map(|word| known.get(word).map(|part| (*part).clone())).collect::<Option<Vec<Part>>>().map(Parts::from)
}

/// The parts of a text: for one name all of them, for several at most as many.
fn parts<'t>(text: &'t str, separator: &str, names: usize) -> Vec<&'t str> {
    let most = if names == 1 { usize::MAX } else { names };
    if !separator.is_empty() {
        return text.splitn(most, separator).map(|part| part.trim_matches(SPACE)).collect();
    }
    let mut parts = Vec::new();
    let mut rest = text.trim_matches(SPACE);
    while !rest.is_empty() {
        let end = if parts.len() + 1 == most { None } else { rest.find(SPACE) };
        let (part, behind) = rest.split_at(end.unwrap_or(rest.len()));
        parts.push(part);
        rest = behind.trim_start_matches(SPACE);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn the_last_of_several_names_takes_the_rest() {
        assert_eq!(parts("a; b ;c;d", ";", 1), ["a", "b", "c", "d"]);
        assert_eq!(parts("a; b ;c;d", ";", 2), ["a", "b ;c;d"]);
        assert_eq!(parts(" a  b\n c ", "", 2), ["a", "b\n c"]);
        assert_eq!(parts("a", ";", 3), ["a"]);
        assert_eq!(parts(" ", "", 1), Vec::<&str>::new());
    }
}
