WORDS = {"N": "new", "S": "shipped", "D": "delivered"}


def transform(document, context):
    for parcel in document.iter("parcel"):
        state = parcel.get("state")
        if state not in WORDS:
            raise ValueError(f"{parcel.path} has the state {state!r}, for which there is no word")
        parcel.set("state", WORDS[state])
