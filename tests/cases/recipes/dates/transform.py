from datetime import datetime


def transform(document, context):
    for person in document.iter("person"):
        for name in ("born", "left"):
            if person.get(name) is not None:
                person.set(name, datetime.strptime(person.get(name), "%d.%m.%Y").date())
