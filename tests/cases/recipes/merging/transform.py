def transform(document, context):
    contacts = document.root
    merged = []
    for name, kind in (("phones", "phone"), ("mails", "mail")):
        entries = contacts.find(name)
        for entry in entries:
            entry.tag = "contact"
            entry.set("kind", kind)
            merged.append(entry)
        contacts.remove(entries)
    contacts.extend(sorted(merged, key=lambda entry: entry.attributes["rank"].value))
    context.checkpoint("merged")
    contacts.indent()
