from pyxsd_transform import Element


def transform(document, context):
    invoice = document.root
    positions = invoice.findall("position")
    wrapper = Element("positions")
    wrapper.set("total", sum(position.value for position in positions))
    invoice.insert(invoice.index(positions[0]), wrapper)
    wrapper.extend(positions)
    wrapper.indent()
