import re

from pyxsd_transform import SubElement

ADDRESS = re.compile(r"\s*(?P<street>.+?)\s*,\s*(?P<postcode>\d{5})\s+(?P<city>.+?)\s*")


def transform(document, context):
    for address in document.iter("address"):
        found = ADDRESS.fullmatch(address.text)
        if not found:
            raise ValueError(f"{address.path} is no address of the form 'street, postcode city': {address.text!r}")
        address.text = None
        for name, part in found.groupdict().items():
            SubElement(address, name).text = part
