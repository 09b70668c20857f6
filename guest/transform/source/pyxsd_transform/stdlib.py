"""Lets the functions of `xml.etree.ElementTree` that make elements make ours."""

from xml.etree import ElementTree

from . import markup
from .element import Element, SubElement

_register = ElementTree.register_namespace


def register_namespace(prefix, uri):
    """Which prefix a namespace gets where it needs a declaration."""
    markup.require_binding(prefix, uri)
    _register(prefix, uri)


def join():
    """After this `Element`, `SubElement`, `Comment` and `ProcessingInstruction` of ElementTree fit the tree of the document."""
    ElementTree.Element = Element
    ElementTree.SubElement = SubElement
    ElementTree.register_namespace = register_namespace
