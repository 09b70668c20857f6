from pyxsd_transform import Element


def transform(document, context):
    for server in document.iter("server"):
        for attribute in list(server.attributes.values()):
            if attribute.is_default:
                server.set(attribute.name, attribute.text)
        port = server.find("port")
        if port is None:
            port = Element("port")
            server.insert(1, port)
            port.value = 443
        elif port.is_default:
            port.value = port.value
