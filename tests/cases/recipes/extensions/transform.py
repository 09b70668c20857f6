OURS = "{urn:example:menu}"


def transform(document, context):
    dropped = 0
    for node in list(document.iter()):
        for name in list(node.keys()):
            if name.startswith("{") and not name.startswith(OURS):
                node.unset(name)
                dropped += 1
        for child in node:
            if not child.tag.startswith(OURS):
                node.remove(child)
                dropped += 1
    print(f"dropped {dropped} extensions")
