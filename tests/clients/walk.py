"""Walks through every tool with every documented argument and every fault code it can give, with the Python SDK (`mcp` 2.3) in each connection
mode: python tests/clients/walk.py BINARY

The walk is `walk.json`, which walk.mjs plays too. At the end it is checked against what the server lists: each tool has succeeded, each argument
and each word of an enumeration was part of a call that succeeded or is told in `unwalked`, each fault code of docs/faults.md came up or is told in `unseen`.
"""

import asyncio
import copy
import json
import pathlib
import re
import sys
import tempfile

from mcp import Client, StdioServerParameters

MODES = ["auto", "legacy", "2026-07-28"]
HERE = pathlib.Path(__file__).parent
WALK = json.loads((HERE / "walk.json").read_text())
SCHEMAS = ("schema_ref", "source_schema", "target_schema", "old_schema", "new_schema")


def text_of(file) -> str:
    if isinstance(file, str):
        return file
    before, unit, times, after = file["repeat"]
    return before + unit * times + after


FILES = [{"path": path, "text": text_of(file)} for path, file in WALK["files"].items()]


def filled(value, known: dict):
    """The value with `$name` replaced by what is known."""
    if isinstance(value, dict):
        return {name: filled(member, known) for name, member in value.items()}
    if isinstance(value, list):
        return [filled(item, known) for item in value]
    return copy.deepcopy(known.get(value, value)) if isinstance(value, str) else value


def differs(shown, found) -> bool:
    """Whether something that is shown is not there."""
    if isinstance(shown, dict):
        return not isinstance(found, dict) or any(differs(value, found.get(name)) for name, value in shown.items())
    if isinstance(shown, list):
        return not isinstance(found, list) or len(shown) != len(found) or any(map(differs, shown, found))
    return shown != found


def at(value, pointer: str):
    for step in pointer.split("/")[1:]:
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def with_options(value, options: dict):
    """Every schema reference inside with these options."""
    if isinstance(value, list):
        return [with_options(item, options) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        name: {**member, "options": options} if name in SCHEMAS else with_options(member, options)
        for name, member in value.items()
    }


def spoilt(arguments: dict, change: dict) -> dict:
    """The arguments with one thing wrong."""
    changed = {**arguments, **{name: value for name, value in change.items() if name != "schema"}}
    for name in SCHEMAS:
        if "schema" in change and name in changed:
            changed[name] = {"source": {"path": change["schema"]}}
    return changed


def variants(step: dict) -> list[tuple[dict, str | None]]:
    """The calls that a step stands for: arguments, and the fault that is due."""
    arguments = step["arguments"]
    if "faults" in step:
        return [(spoilt(arguments, change), code) for code, change in WALK["spoilt"][step["faults"]]]
    if "each" in step:
        return [({**arguments, name: word}, None) for name, words in step["each"].items() for word in words]
    if step.get("same_as") == "with_options":
        return [(with_options(arguments, WALK["options"][0]), None)]
    if step.get("with_options"):
        # The first again at the end: what is kept is of that.
        return [(with_options(arguments, options), None) for options in (*WALK["options"], WALK["options"][0])]
    return [(arguments, step.get("fault"))]


class Walk:
    def __init__(self):
        self.used: dict[str, set] = {}
        self.faults: dict[str, set] = {}
        self.wrong: list[str] = []

    async def call(self, client: Client, tool: str, arguments: dict) -> dict:
        result = await client.call_tool(tool, arguments)
        envelope = result.structured_content
        assert json.loads(result.content[0].text) == envelope, tool
        assert bool(result.is_error) is (not envelope["ok"]), envelope
        if envelope["ok"]:
            note(self.used.setdefault(tool, set()), "", arguments)
            for inner in envelope["data"].get("results", []) if isinstance(envelope["data"], dict) else []:
                if "error" in inner:
                    self.faults.setdefault(tool, set()).add(inner["error"]["code"])
        else:
            self.faults.setdefault(tool, set()).add(envelope["error"]["code"])
        return envelope

    async def step(self, client: Client, step: dict, known: dict) -> None:
        if "parallel" in step:
            calls = [self.call(client, step["tool"], filled(step["arguments"], known)) for _ in range(step["parallel"])]
            codes = {envelope.get("error", {}).get("code") for envelope in await asyncio.gather(*calls)}
            if codes != set(step["among"]):
                self.wrong.append(f"{step['tool']} at once: {codes}")
            return
        for arguments, code in variants(step):
            envelope = await self.call(client, step["tool"], filled(arguments, known))
            if code:
                as_shown = envelope.get("error", {}).get("code") == code
            else:
                as_shown = envelope["ok"] and not differs(filled(step.get("gives", {}), known), envelope["data"])
            if not as_shown:
                self.wrong.append(f"{step['tool']} {json.dumps(arguments)[:300]}: wanted {code or step.get('gives', 'ok')}, had {json.dumps(envelope)[:600]}")
        for name, pointer in step.get("keep", {}).items():
            known[name] = at(envelope, pointer) if envelope["ok"] else None

    async def session(self, binary: str, mode: str, session: dict) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for path, text in session.get("prepare", {}).items():
                place = pathlib.Path(folder, path)
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text(text)
            known = {"$files": FILES, "$long": "x" * (500 << 10)}
            flags = [flag.replace("$folder", folder) for flag in session["flags"]]
            async with Client(StdioServerParameters(command=binary, args=flags), mode=mode) as client:
                for step in session.get("steps", []):
                    await self.step(client, step, known)
                if "faults" in session:
                    await self.workers(client, session["faults"])

    async def workers(self, client: Client, code: str) -> None:
        """Everything that a worker does, where each call must end with this fault."""
        created = await self.call(client, "pyxsd_manage_workspace", {"action": "create"})
        workspace = created["data"]["workspace"]["workspace_id"]
        await self.call(client, "pyxsd_put_files", {"workspace_id": workspace, "files": FILES})
        for tool, arguments in WALK["workers"]:
            envelope = await self.call(client, tool, {"workspace_id": workspace, **arguments})
            if envelope.get("error", {}).get("code") != code:
                self.wrong.append(f"{tool}: wanted {code}, had {json.dumps(envelope)[:600]}")

    async def listed(self, binary: str, mode: str) -> list[str]:
        """What the server lists and the walk leaves out."""
        async with Client(StdioServerParameters(command=binary, args=["--no-persist"]), mode=mode) as client:
            tools = (await client.list_tools()).tools
        missing = []
        for tool in tools:
            used = self.used.get(tool.name)
            if used is None:
                missing.append(f"{tool.name} never succeeded")
                continue
            missing += [f"{tool.name}: {what}" for what in offered("", tool.input_schema) - used]
        rows = (HERE / "../../docs/faults.md").read_text()
        seen = set().union(*self.faults.values())
        missing += [f"fault {code}" for code in set(re.findall(r"^\| `(\w+)`", rows, re.M)) - seen - set(WALK["unseen"])]
        return sorted(set(missing) - set(WALK["unwalked"]))


def note(used: set, place: str, value) -> None:
    """Notes which arguments a call had, and which words."""
    if isinstance(value, dict):
        for name, member in value.items():
            used.add(f"{place}{name}")
            note(used, f"{place}{name}.", member)
    elif isinstance(value, list):
        for item in value:
            note(used, f"{place[:-1]}[].", item)
    else:
        used.add(f"{place[:-1]}={value}")


def offered(place: str, schema: dict) -> set:
    """Which arguments and words a schema offers."""
    found = {f"{place[:-1]}={word}" for word in schema.get("enum", [])}
    for name, member in schema.get("properties", {}).items():
        found.add(f"{place}{name}")
        found |= offered(f"{place}{name}.", member)
    if "items" in schema:
        found |= offered(f"{place[:-1]}[].", schema["items"])
    return found


async def main() -> None:
    ended = True
    for mode in MODES:
        walk = Walk()
        for session in WALK["sessions"]:
            await walk.session(sys.argv[1], mode, session)
        missing = await walk.listed(sys.argv[1], mode)
        faults = sum(map(len, walk.faults.values()))
        print(f"{mode}: {len(walk.used)} tools, {sum(map(len, walk.used.values()))} arguments and words, {faults} faults of tools")
        for what in [*walk.wrong, *(f"not walked: {what}" for what in missing)]:
            print(f"  {what}")
        ended = ended and not missing and not walk.wrong
    sys.exit(0 if ended else 1)


asyncio.run(main())
