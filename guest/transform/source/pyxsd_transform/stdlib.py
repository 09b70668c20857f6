"""Lets the functions of `xml.etree.ElementTree` that make elements make ours."""

from xml.etree import ElementTree

from .element import Element, SubElement


def join():
    """After this `Element`, `SubElement`, `Comment` and `ProcessingInstruction` of ElementTree fit the tree of the document."""
    ElementTree.Element = Element
    ElementTree.SubElement = SubElement
