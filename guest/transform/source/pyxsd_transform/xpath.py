"""XPath: the document as it is now goes to another component, and the nodes of its answer are found in the tree."""

from collections import namedtuple

from . import lexical, markup

#: One step of the path of a node: `{namespace}local` or `local`, and its place among siblings of that name, from 1.
Step = namedtuple("Step", "name index")
#: A node of an answer: kind (`element`, `attribute`, `text`, `document` …), path of the element, name of an attribute, string value.
Node = namedtuple("Node", "kind path name value")
#: An atomic value: type as `{namespace}local`, lexical form.
Atomic = namedtuple("Atomic", "type_name value")


class QueryError(ValueError):
    """The expression has an error, or cannot be evaluated over the document as it is now."""

    def __init__(self, code, message):
        # Messages of XPath errors begin with their code.
        super().__init__(f"{code}: {message}" if code and not message.startswith(code) else message)
        self.code = code


def unavailable(document, expression, namespaces):
    """What stands in for another component where there is none."""
    raise QueryError("unavailable", "no component that answers XPath is at hand; find() and iter() work without one")


#: Evaluates an expression over bytes: (document, expression, [(prefix, namespace)]) to a list of Node and Atomic.
ask = unavailable

_NATURAL = {
    "boolean": lexical.BOOLEAN,
    "decimal": lexical.DECIMAL,
    "float": lexical.FLOAT,
    "double": lexical.DOUBLE,
    "duration": lexical.DURATION,
    "dayTimeDuration": lexical.DURATION,
    "dateTime": lexical.DATE_TIME,
    "dateTimeStamp": lexical.DATE_TIME,
    "time": lexical.TIME,
    "date": lexical.DATE,
    "hexBinary": lexical.HEX_BINARY,
    "base64Binary": lexical.BASE64_BINARY,
}
_INTEGERS = """integer nonPositiveInteger negativeInteger long int short byte nonNegativeInteger unsignedLong unsignedInt unsignedShort
unsignedByte positiveInteger"""
_NATURAL |= {name: lexical.INTEGER for name in _INTEGERS.split()}


def evaluate(element, expression, namespaces):
    """The value of an expression with an element as context item."""
    if not isinstance(expression, str):
        raise TypeError(f"an expression is a string, not {type(expression).__name__}")
    document = element._document()
    if document is None:
        raise QueryError("", "the element stands in no document: put it into the tree before it is queried")
    root = document.root
    if element is not root:
        expression = f"({_absolute(element, root)})/({expression})"
    items = ask(document.to_bytes(), expression, sorted(namespaces.items()))
    found = _Finder(root)
    values = [found.item(item) for item in items]
    if len(items) == 1 and isinstance(items[0], Atomic):
        return values[0]
    return values


def _absolute(element, root):
    steps = []
    node = element
    while node is not root:
        if node._parent is None:
            raise QueryError("", "the element stands in no document: put it into the tree before it is queried")
        siblings = [child for child in node._parent._kids() if not callable(child._tag)]
        steps.append(f"/*[{next(at for at, child in enumerate(siblings, 1) if child is node)}]")
        node = node._parent
    return "/*" + "".join(reversed(steps))


class _Finder:
    def __init__(self, root):
        self.root = root
        self.children = {}

    def item(self, item):
        if isinstance(item, Atomic):
            return _natural(item)
        if item.kind == "document":
            return self.root
        if item.kind == "element":
            return self.element(item.path)
        return item.value

    def element(self, path):
        node = self.root
        for step in path[1:]:
            node = self.child(node, step)
        return node

    def child(self, parent, step):
        """One look at the children serves all answers."""
        by_name = self.children.get(id(parent))
        if by_name is None:
            by_name = self.children[id(parent)] = {}
            for child in parent._kids():
                by_name.setdefault(child.tag, []).append(child)
        found = by_name.get(step.name, ())
        if step.index > len(found):
            raise QueryError("", f"the answer names {step.name}[{step.index}] inside {parent!r}, which is not in the tree")
        return found[step.index - 1]


def _natural(atomic):
    namespace, local = markup.split_name(atomic.type_name)
    kind = _NATURAL.get(local) if namespace == markup.XS else None
    if kind is None:
        return atomic.value
    return lexical.read(kind, atomic.value)
