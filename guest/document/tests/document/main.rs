//! The arena by itself: navigation, order, values, namespaces, places.

mod building;
mod navigation;
mod oracle;
mod support;
mod values;
