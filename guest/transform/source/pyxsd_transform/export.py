"""Elements as nested dicts, the way pyxsd writes them."""

import json
from xml.etree.ElementTree import QName

from . import lexical, markup


def to_dict(root, typed, always_list):
    """The element under its name."""
    built = {}
    results = {}
    for node in reversed(list(root.iter())):
        if callable(node._tag):
            continue
        children = [(child._name_, results.pop(id(child))) for child in node._kids() if id(child) in results]
        results[id(node)] = _content(node, children, typed, always_list)
    built[root._name_] = results[id(root)]
    return built


def _content(node, children, typed, always_list):
    attributes = {f"@{name}": _attribute(node, name, typed) for name in node._attribs_}
    text = _text(node, typed)
    if not children and not attributes:
        return text
    content = dict(attributes)
    for name, child in children:
        if always_list or name in content:
            if not isinstance(content.get(name), _Repeated):
                content[name] = _Repeated([content[name]] if name in content else [])
            content[name].append(child)
        else:
            content[name] = child
    content = {name: list(value) if isinstance(value, _Repeated) else value for name, value in content.items()}
    if text is not None:
        content["$"] = text
    return content


class _Repeated(list):
    """Several children of one name, told apart from a child whose value is a list."""


def _attribute(node, name, typed):
    key = node._attribs_._key(name)
    return node.attributes[key].value if typed else node.get(key)


def _text(node, typed):
    if len(node):
        parts = [node.text or ""] + [child.tail or "" for child in node]
        text = "".join(parts)
        return None if node._kind() & lexical.ELEMENT_ONLY or markup.is_space(text) else text
    if node.nil:
        return None
    if typed:
        return node.value
    value = node._value_
    return value[0] if value else None


def to_json(root, indent):
    """`to_dict` as JSON text: decimals, dates and names as strings, booleans as 1 and 0."""
    return json.dumps(_plain(to_dict(root, True, False)), indent=indent, ensure_ascii=False)


def _plain(root):
    """Values that JSON has."""
    if not isinstance(root, (dict, list)):
        return _scalar(root)
    top = root.copy()
    work = [top]
    while work:
        holder = work.pop()
        for key, value in list(holder.items() if isinstance(holder, dict) else enumerate(holder)):
            if isinstance(value, (dict, list)):
                holder[key] = value.copy()
                work.append(holder[key])
            else:
                holder[key] = _scalar(value)
    return top


def _scalar(value):
    if isinstance(value, bool):
        return int(value)
    if value is None or isinstance(value, (int, float, str)):
        return value
    return str(value) if isinstance(value, QName) else lexical.write(value)
