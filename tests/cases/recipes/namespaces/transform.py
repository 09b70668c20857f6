OLD, NEW = "{urn:example:order:1}", "{urn:example:order:2}"
NAMES = {"purchaseOrder": "order", "item": "line", "productName": "name"}


def transform(document, context):
    for node in document.iter():
        if node.tag.startswith(OLD):
            local = node.tag.removeprefix(OLD)
            node.tag = NEW + NAMES.get(local, local)
        if "partNum" in node.attrib:
            node.set("part", node.get("partNum"))
            node.unset("partNum")
