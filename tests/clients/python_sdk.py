"""Drives the server with the Python SDK (`mcp` 2.3): python tests/clients/python_sdk.py BINARY

In every connection mode a client creates a workspace, uploads a schema set with includes and imports in sub-folders, validates a
valid and an invalid document, pages the issues, has one explained, reads the report on them as an artifact and as a resource, and
validates a batch with progress.
"""

import asyncio
import base64
import json
import sys

from mcp import Client, StdioServerParameters

MODES = ["auto", "legacy", "2026-07-28"]
BAD_LINES = 120

SCHEMAS = {
    "order.xsd": """<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:o="urn:order" xmlns:p="urn:party"
  targetNamespace="urn:order" elementFormDefault="qualified">
  <xs:include schemaLocation="parts/line.xsd"/>
  <xs:import namespace="urn:party" schemaLocation="party/party.xsd"/>
  <xs:element name="order">
    <xs:complexType>
      <xs:sequence>
        <xs:element ref="p:buyer"/>
        <xs:element name="line" type="o:line" maxOccurs="unbounded"/>
      </xs:sequence>
    </xs:complexType>
  </xs:element>
</xs:schema>""",
    "parts/line.xsd": """<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:o="urn:order" targetNamespace="urn:order">
  <xs:include schemaLocation="../types/number.xsd"/>
  <xs:complexType name="line">
    <xs:simpleContent>
      <xs:extension base="o:number"><xs:attribute name="sku" type="xs:token" use="required"/></xs:extension>
    </xs:simpleContent>
  </xs:complexType>
</xs:schema>""",
    "types/number.xsd": """<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:simpleType name="number"><xs:restriction base="xs:int"><xs:minInclusive value="1"/></xs:restriction></xs:simpleType>
</xs:schema>""",
    "party/party.xsd": """<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:party">
  <xs:element name="buyer" type="xs:string"/>
</xs:schema>""",
}


def order(lines: int, text: str) -> str:
    body = "\n".join(f'<line sku="a{n}">{text}</line>' for n in range(lines))
    return f'<order xmlns="urn:order" xmlns:p="urn:party"><p:buyer>B</p:buyer>\n{body}\n</order>'


async def call(client: Client, tool: str, arguments: dict) -> dict:
    result = await client.call_tool(tool, arguments)
    envelope = result.structured_content
    assert result.is_error is (not envelope["ok"]), envelope
    return envelope


async def data(client: Client, tool: str, arguments: dict) -> dict:
    envelope = await call(client, tool, arguments)
    assert envelope["ok"], envelope
    return envelope["data"]


async def read_report(client: Client, report: dict) -> None:
    listed = await data(client, "pyxsd_list_artifacts", {"kind": "report"})
    assert listed["artifacts"] == [report], listed
    contents = b""
    while len(contents) < report["size"]:
        part = await data(client, "pyxsd_read_artifact", {"artifact_id": report["artifact_id"], "offset": len(contents)})
        contents += base64.b64decode(part["data"])
    assert len(json.loads(contents)["issues"]) == BAD_LINES
    templates = await client.list_resource_templates()
    assert [template.uri_template for template in templates.resource_templates] == ["pyxsd://artifacts/{artifact_id}", "pyxsd://skills/{name}/{+path}"]
    resources = [resource.uri for resource in (await client.list_resources()).resources]
    assert resources[:2] == ["pyxsd://capabilities", "pyxsd://issue-codes"] and len(resources) > 4, resources
    for uri in resources[2:]:
        assert (await client.read_resource(uri)).contents[0].text.startswith("---\nname: "), uri
    prompts = (await client.list_prompts()).prompts
    assert len(prompts) == 3, prompts
    for prompt in prompts:
        given = {argument.name: "a.xml" for argument in prompt.arguments}
        got = await client.get_prompt(prompt.name, given)
        assert '"a.xml"' in got.messages[0].content.text and got.messages[1].content.resource.uri in resources, got
    uri = f"pyxsd://artifacts/{report['artifact_id']}"
    described = json.loads((await client.read_resource(uri)).contents[0].text)
    assert described["artifact"] == report, described
    assert await data(client, "pyxsd_delete_artifact", {"artifact_id": report["artifact_id"]}) == {"deleted": True}
    try:
        await client.read_resource(uri)
    except Exception as error:
        assert error.error.code == -32602, error
    else:
        raise AssertionError("a deleted artifact is read")


async def batch(client: Client, workspace: str, schema: dict) -> int:
    told = []

    async def heard(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, total))

    paths = ["good.xml", "bad.xml", "none.xml", "good.xml"]
    documents = [{"document": {"path": path}, "schema_ref": schema} for path in paths]
    arguments = {"workspace_id": workspace, "documents": documents}
    result = await client.call_tool("pyxsd_validate_documents", arguments, progress_callback=heard)
    results = result.structured_content["data"]["results"]
    verdicts = [result["valid"] if result["ok"] else result["error"]["code"] for result in results]
    assert verdicts == [True, False, "not_found", True], results
    assert told == sorted(set(told)) and told[-1] == (4, 4), told
    return len(told)


async def session(binary: str, mode: str) -> str:
    server = StdioServerParameters(command=binary, args=["--no-persist"])
    async with Client(server, mode=mode) as client:
        tools = [tool.name for tool in (await client.list_tools()).tools]
        assert "pyxsd_validate_document" in tools, tools
        created = await data(client, "pyxsd_manage_workspace", {"action": "create"})
        workspace = created["workspace"]["workspace_id"]
        files = {**SCHEMAS, "good.xml": order(3, "7"), "bad.xml": order(BAD_LINES, "zero")}
        uploaded = [{"path": path, "text": text} for path, text in files.items()]
        put = await data(client, "pyxsd_put_files", {"workspace_id": workspace, "files": uploaded})
        assert put["generation"] == 1 and len(put["files"]) == len(files), put

        schema = {"source": {"path": "order.xsd"}}
        question = {"workspace_id": workspace, "document": {"path": "good.xml"}, "schema_ref": schema}
        good = await call(client, "pyxsd_validate_document", question)
        assert good["ok"] and good["data"]["valid"], good
        documents = [document["path"] for document in good["provenance"]["schema"]["documents"]]
        assert sorted(documents) == sorted(SCHEMAS), documents

        question["document"] = {"path": "bad.xml"}
        issues, pages = [], 0
        while True:
            bad = await call(client, "pyxsd_validate_document", question)
            assert bad["ok"] and not bad["data"]["valid"], bad
            issues += bad["data"]["issues"]
            pages += 1
            if bad["page"]["next_cursor"] is None:
                break
            question["cursor"] = bad["page"]["next_cursor"]
        assert [issue["line"] for issue in issues] == list(range(2, BAD_LINES + 2)), issues
        assert pages > 1
        report = bad["data"]["report"]
        explained = await data(client, "pyxsd_explain_issue", {"artifact_id": report["artifact_id"], "index": 3})
        assert explained["issue"] == issues[3] and explained["meaning"], explained
        await read_report(client, report)
        told = await batch(client, workspace, schema)
        fault = await call(client, "pyxsd_validate_document", {**question, "cursor": "x"})
        assert fault["error"]["code"] == "invalid_cursor", fault
        first = issues[0]
        return f"{mode}: {len(documents)} schema documents, {len(issues)} issues on {pages} pages, first {first['code']} ({first['rule']}), {told} notifications of progress"


async def main() -> None:
    for mode in MODES:
        print(await session(sys.argv[1], mode))


asyncio.run(main())
