"""What a transform is told beside the document."""

import re

_NAME = re.compile(r"[\w.\-]{1,64}\Z")


class Context:
    """`schema` (facts about the source schema), `arguments`, `now`, and `checkpoint(name)`."""

    def __init__(self, document, arguments, schema, now):
        self._document = document
        self._checkpoints = {}
        #: The arguments of the call, as JSON has them.
        self.arguments = arguments
        #: What is known of the source schema, such as `version` and `target_namespace`.
        self.schema = schema
        #: The time of the call, with its timezone; the clock stands still.
        self.now = now

    def checkpoint(self, name, document=None):
        """Keeps the document as it is now under a name, to be judged and kept like the result. Names are letters, digits, `_`, `.` and `-`, at
        most 64 of them, each once. How many checkpoints there may be is for the host to say."""
        if not isinstance(name, str) or not _NAME.match(name):
            raise ValueError(f"{name!r} is no name of a checkpoint: use letters, digits, '_', '.' and '-', at most 64")
        if name in self._checkpoints:
            raise ValueError(f"there is a checkpoint {name!r} already")
        self._checkpoints[name] = (document or self._document).to_bytes()

    def __getattr__(self, name):
        raise AttributeError(f"the context has no {name!r}: it has schema, arguments, now and checkpoint(name)", name=name, obj=self)
