"""What the code prints."""

import io


class Output(io.TextIOBase):
    """Keeps so many bytes of what is written, and no more."""

    def __init__(self, bound):
        self._parts = []
        self._left = bound
        self.is_cut = False

    def writable(self):
        return True

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"print() and write() take text, not {type(text).__name__}")
        if self._left:
            # A character has at least one byte, so what is further away is never kept.
            raw = text[: self._left + 1].encode("utf-8", "backslashreplace")
            if len(raw) > self._left:
                raw = raw[: self._left]
                self.is_cut = True
            self._parts.append(raw)
            self._left -= len(raw)
        elif text:
            self.is_cut = True
        return len(text)

    @property
    def text(self):
        return b"".join(self._parts).decode("utf-8", "ignore")
