"""Exported data sets, read with pyarrow; and beside those that pyxsd 1.2.1 writes of the same documents, where it is installed.

    python3 tests/oracles/records.py TARGET/release/pyxsd-mcp

Needs `pyarrow`; `pip install pyxsd==1.2.1` for the comparison. Schema, values, nulls, decimals, lists, structs and metadata of each case are
compared with what stands here, and then file by file with the other library's.
"""

import decimal
import json
import math
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet as pq

try:
    import pyxsd.batch
    import pyxsd.binding
    import pyxsd.integrations.arrow
    from pyxsd import Schema
    from pyxsd.integrations.projection import FieldSource
except ImportError:
    pyxsd = None

D = decimal.Decimal
XSD = """<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:s" targetNamespace="urn:s" elementFormDefault="qualified">{}</xs:schema>"""
SCALARS = {
    "boolean": (pa.bool_(), ["true", "0"]),
    "byte": (pa.int8(), ["-128", "127"]),
    "short": (pa.int16(), ["-32768", "+1"]),
    "int": (pa.int32(), ["-2147483648", "007"]),
    "long": (pa.int64(), ["-9223372036854775808", "9223372036854775807"]),
    "unsignedByte": (pa.uint8(), ["255", "0"]),
    "unsignedShort": (pa.uint16(), ["65535", "0"]),
    "unsignedInt": (pa.uint32(), ["4294967295", "0"]),
    "unsignedLong": (pa.uint64(), ["18446744073709551615", "0"]),
    "integer": (pa.string(), ["123456789012345678901234567890", "-1"]),
    "nonNegativeInteger": (pa.string(), ["7", "0"]),
    "decimal": (pa.string(), ["1.5", "-3"]),
    "float": (pa.float64(), ["1.5", "-INF"]),
    "double": (pa.float64(), ["NaN", "1e300"]),
    "string": (pa.string(), ["ä 😀", ""]),
    "token": (pa.string(), [" a  b ", "x"]),
    "date": (pa.string(), ["2024-02-29", "2024-02-29Z"]),
    "dateTime": (pa.string(), ["2024-02-29T01:02:03.5Z", "2024-02-29T24:00:00"]),
    "duration": (pa.string(), ["P1Y2M", "-PT1S"]),
    "anyURI": (pa.string(), ["http://e.org/ a", ""]),
    "QName": (pa.string(), ["s:x", "xs:int"]),
    "hexBinary": (pa.binary(), ["0aFF", ""]),
    "base64Binary": (pa.binary(), ["AQID", ""]),
    "NMTOKENS": (pa.list_(pa.field("item", pa.string(), False)), ["a b", "c"]),
}
RESTRICTED = {
    "tiny": ('<xs:restriction base="xs:integer"><xs:minInclusive value="0"/><xs:maxInclusive value="200"/></xs:restriction>', pa.uint8(), ["200", "0"]),
    "signed": ('<xs:restriction base="xs:integer"><xs:minExclusive value="-129"/><xs:maxInclusive value="200"/></xs:restriction>', pa.int16(), ["-128", "200"]),
    "money": ('<xs:restriction base="xs:decimal"><xs:totalDigits value="8"/><xs:fractionDigits value="2"/></xs:restriction>', pa.decimal128(10, 2), ["123456.78", "-1"]),
    "wide": ('<xs:restriction base="xs:decimal"><xs:totalDigits value="40"/><xs:fractionDigits value="10"/></xs:restriction>', pa.decimal256(50, 10), ["123456789012345678901234567890.0123456789", "-0.5"]),
    "wider": ('<xs:restriction base="xs:decimal"><xs:totalDigits value="60"/><xs:fractionDigits value="20"/></xs:restriction>', pa.string(), ["1.5", "-1"]),
    "colour": ('<xs:restriction base="xs:string"><xs:enumeration value="red"/><xs:enumeration value="blue"/></xs:restriction>', pa.string(), ["red", "blue"]),
    "coded": ('<xs:restriction base="xs:token"><xs:maxLength value="5" fixed="true"/><xs:pattern value="[a-z]+"/></xs:restriction>', pa.string(), ["ab", "c"]),
    "grade": ('<xs:restriction base="xs:unsignedByte"><xs:minInclusive value="+01"/><xs:maxExclusive value="100"/></xs:restriction>', pa.uint8(), ["1", "99"]),
    "near": ('<xs:restriction base="xs:double"><xs:minInclusive value="1e3"/></xs:restriction>', pa.float64(), ["1000", "1e300"]),
    "sizes": ('<xs:list itemType="xs:short"/>', pa.list_(pa.field("item", pa.int16(), False)), ["1 -2", "3"]),
}
WHAT = {"records": 0, "columns": 0, "files": 0}


def types():
    return [(name, f"xs:{name}", arrow, texts) for name, (arrow, texts) in SCALARS.items()] + [
        (name, name, arrow, texts) for name, (_, arrow, texts) in RESTRICTED.items()
    ]


def schema():
    simple = "".join(f'<xs:simpleType name="{name}">{body}</xs:simpleType>' for name, (body, _, _) in RESTRICTED.items())
    children = "".join(
        f'<xs:element name="e-{name}" type="{kind}"/><xs:element name="o-{name}" type="{kind}" minOccurs="0" nillable="true"/>' for name, kind, _, _ in types()
    )
    attributes = "".join(f'<xs:attribute name="a-{name}" type="{kind}"/>' for name, kind, _, _ in types() if name != "QName")
    record = (
        f'<xs:sequence>{children}<xs:element name="own"><xs:simpleType><xs:restriction base="xs:string"><xs:minLength value="1"/></xs:restriction></xs:simpleType></xs:element><xs:element name="many" type="xs:int" minOccurs="0" maxOccurs="unbounded"/>'
        '<xs:element name="deep" minOccurs="0" maxOccurs="2"><xs:complexType><xs:sequence><xs:element name="x" type="money"/>'
        '<xs:element name="y" minOccurs="0"><xs:complexType><xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="u" type="xs:string" default="m"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>'
        '</xs:sequence></xs:complexType></xs:element></xs:sequence>'
        f'<xs:attribute name="id" type="xs:int" use="required"/><xs:attribute name="kind" type="colour" default="red"/>{attributes}'
    )
    return XSD.format(
        f'{simple}<xs:element name="root"><xs:complexType><xs:sequence><xs:element name="group" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence>'
        f'<xs:element name="record" nillable="true" minOccurs="0" maxOccurs="unbounded"><xs:complexType>{record}</xs:complexType></xs:element></xs:sequence>'
        '<xs:attribute name="label" type="xs:string"/></xs:complexType></xs:element></xs:sequence><xs:attribute name="version" type="xs:decimal" fixed="1.0"/></xs:complexType></xs:element>'
    )


def element(name, text):
    return f"<{name}>{text}</{name}>" if text else f"<{name}/>"


def record(rng, number):
    if rng.random() < 0.05:
        return f'<record id="{number}" xsi:nil="true"/>'
    children, attributes = [], ""
    for name, _, _, texts in types():
        children.append(element(f"e-{name}", rng.choice(texts)))
        roll = rng.random()
        if roll < 0.3:
            children.append(f'<o-{name} xsi:nil="true"/>')
        elif roll < 0.6:
            children.append(element(f"o-{name}", rng.choice(texts)))
        if rng.random() < 0.5 and name != "QName":
            attributes += f' a-{name}="{rng.choice(texts)}"'
    children.append("<own>x</own>")
    children += [f"<many>{rng.randrange(9)}</many>" for _ in range(rng.randrange(4))]
    for _ in range(rng.randrange(3)):
        inner = rng.choice(["", "<y>3</y>", '<y u="k">4</y>'])
        children.append(f"<deep><x>{rng.randrange(99)}.{rng.randrange(10)}</x>{inner}</deep>")
    if rng.random() < 0.3:
        attributes += ' kind="blue"'
    return f'<record id="{number}"{attributes}>{"".join(children)}</record>'


def document(rng, records):
    groups, number = "", 0
    while number < records:
        size = rng.randrange(1, 4)
        label = rng.choice(["", ' label="l"'])
        groups += f"<group{label}>{''.join(record(rng, number + at) for at in range(size))}</group>"
        number += size
    return f'<root xmlns="urn:s" xmlns:s="urn:s" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">{groups}</root>'


def export(binary, folder, documents, output, *flags):
    command = [binary, "export", *map(str, documents), "--schema", str(folder / "s.xsd"), "--output", str(output), *flags]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return pq.read_table(output / "parts" / "part-000001.parquet")


def plain(value):
    """NaN made equal to itself."""
    if isinstance(value, float) and math.isnan(value):
        return "NaN"
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    return value


def check_types(binary, folder):
    rng = random.Random(1)
    (folder / "one.xml").write_text(document(rng, 40))
    table = export(binary, folder, [folder / "one.xml"], folder / "one", "--element", "root", "--path", "{urn:s}group/{urn:s}record")
    for name, _, arrow, _ in types():
        for field in [table.schema.field(f"{{urn:s}}o-{name}")] + ([table.schema.field(f"@a-{name}")] if name != "QName" else []):
            assert field.type == arrow and field.nullable, f"{field} is not {arrow}"
            assert field.metadata[b"pyxsd:type"] and field.metadata[b"pyxsd:declaration"], field.metadata
    assert not table.schema.field("@id").nullable and not table.schema.field("$nil").nullable
    assert table.schema.field("{urn:s}many").type == pa.list_(pa.field("item", pa.int32(), False))
    deep = table.schema.field("{urn:s}deep").type.value_type
    assert deep.field("{urn:s}x").type == pa.decimal128(10, 2)
    assert deep.field("{urn:s}y").type.field("@u").type == pa.string()
    assert table.schema.metadata[b"pyxsd:projection"] == b"1"
    assert table.schema.names[-2:] == ["__pyxsd_source_id", "__pyxsd_row_index"]
    rows = table.to_pylist()
    assert [row["__pyxsd_row_index"] for row in rows] == list(range(1, len(rows) + 1))
    assert all(row["__pyxsd_source_id"] == "one.xml" for row in rows)
    assert any(row["$nil"] for row in rows) and not all(row["$nil"] for row in rows)
    for row in rows:
        if not row["$nil"]:
            assert row["{urn:s}e-money"] in (D("123456.78"), D("-1.00")) and row["{urn:s}e-hexBinary"] in (b"\x0a\xff", b"")
            assert row["{urn:s}e-QName"] in ("{urn:s}x", "{http://www.w3.org/2001/XMLSchema}int") and row["@kind"] in ("red", "blue")
            assert row["{urn:s}e-token"] in ("a b", "x") and row["{urn:s}e-wide"] in (D("123456789012345678901234567890.0123456789"), D("-0.5"))
    WHAT["records"] += len(rows)
    WHAT["columns"] += len(table.schema)


def check_dataset(binary, folder):
    rng = random.Random(2)
    documents = []
    for number, records in enumerate((3, 0, 70)):
        documents.append(folder / f"d{number}.xml")
        documents[-1].write_text(document(rng, records))
    output = folder / "dataset"
    export(binary, folder, documents, output, "--selector", "s:group/s:record", "--ns", "s=urn:s")
    manifest = json.loads((output / "manifest.json").read_text("ascii"))
    parts = [output / entry["part"] for entry in manifest["entries"]]
    whole = pyarrow.dataset.dataset(parts, schema=pq.read_schema(output / "_schema.parquet"), format="parquet").to_table()
    assert whole.num_rows == manifest["counts"]["rows"] == sum(entry["rows"] for entry in manifest["entries"])
    assert pq.read_table(output / "_schema.parquet").num_rows == 0
    for part, entry in zip(parts, manifest["entries"]):
        file = pq.ParquetFile(part)
        assert file.metadata.num_rows == entry["rows"] and file.metadata.format_version == "2.6"
        assert file.schema_arrow.equals(pq.read_schema(output / "_schema.parquet"), check_metadata=True)
        assert set(file.read(["__pyxsd_source_id"])[0].to_pylist()) <= {entry["source_id"]}
        WHAT["files"] += 1


def columns():
    """As flags of the command line, and as the other library has them."""
    s = "{urn:s}"
    made = {
        "id": (f"id=@id", dict(attribute="id")),
        "money": (f"money={s}e-money", dict(path=(f"{s}e-money",))),
        "sometimes": (f"sometimes={s}o-int", dict(path=(f"{s}o-int",))),
        "kind": ("kind=@kind", dict(attribute="kind")),
        "label": ("label=../@label", dict(scope="ancestor", levels=1, attribute="label")),
        "version": ("version=/@version", dict(scope="root", attribute="version")),
        "colour": (f"colour={s}e-colour", dict(path=(f"{s}e-colour",))),
        "up": ("up=../../@version", dict(scope="ancestor", levels=2, attribute="version")),
    }
    return made


def compare(binary, folder):
    s = "{urn:s}"
    compiled = Schema.compile(str(folder / "s.xsd"), mode=pyxsd.binding.ParseModes.NAMESPACED)
    rng = random.Random(3)
    documents = []
    for number, records in enumerate((60, 0)):
        documents.append(folder / f"c{number}.xml")
        documents[-1].write_text(document(rng, records))
    differences = []
    for name, chosen in (("whole", None), ("columns", columns())):
        flags = [] if chosen is None else [flag for text, _ in chosen.values() for flag in ("--column", text)]
        ours = folder / f"ours-{name}"
        export(binary, folder, documents, ours, "--element", "root", "--path", f"{s}group/{s}record", *flags)
        sources = None if chosen is None else {name: FieldSource(**source) for name, (_, source) in chosen.items()}
        projection = pyxsd.integrations.arrow.records(compiled, element=f"{s}root", path=(f"{s}group", f"{s}record"), columns=sources)
        theirs = folder / f"theirs-{name}"
        inputs = [pyxsd.batch.DocumentSource(path.name, str(path)) for path in documents]
        projection.write_dataset(inputs, str(theirs), selector=f"{s}group/{s}record")
        for part in ("_schema.parquet", "parts/part-000001.parquet", "parts/part-000002.parquet"):
            differences += differing(f"{name} {part}", pq.read_table(ours / part), pq.read_table(theirs / part))
        differences += manifests(name, ours, theirs)
    return differences


def fields(schema):
    """Every field with its path, nested ones too."""
    open_fields = [(field.name, field) for field in schema]
    while open_fields:
        path, field = open_fields.pop(0)
        yield path, field
        kind = field.type
        inner = [kind.value_field] if pa.types.is_list(kind) else [kind.field(at) for at in range(kind.num_fields)] if pa.types.is_struct(kind) else []
        open_fields += [(f"{path}/{child.name}", child) for child in inner]


def shown(metadata):
    """Keys and values; the order of keys is compared in the manifests. Told apart: sentences for people, and facets, which are compared as far as both libraries tell them in one way:
    patterns by how many steps restrict, enumerations by how many there are; the other library has its own objects printed there."""
    told = {}
    for key, value in (metadata or {}).items():
        if key in (b"pyxsd:presence", b"pyxsd:exactness"):
            value = bool(value)
        elif key == b"pyxsd:facets":
            value = json.loads(value)
            for name in ("patterns", "enumerations") if value else ():
                value[name] = len(value[name])
        told[key] = value
    return told


def differing(what, ours, theirs):
    found = []
    if shown(ours.schema.metadata) != shown(theirs.schema.metadata):
        found.append(f"{what}: metadata {shown(ours.schema.metadata)} against {shown(theirs.schema.metadata)}")
    mine, other = dict(fields(ours.schema)), dict(fields(theirs.schema))
    if list(mine) != list(other):
        found.append(f"{what}: fields {[path for path in mine if path not in other]} against {[path for path in other if path not in mine]}")
    for path in mine:
        if path in other:
            for aspect in ("type", "nullable", "metadata"):
                left, right = (getattr(fields[path], aspect) for fields in (mine, other))
                if aspect == "metadata":
                    left, right = shown(left), shown(right)
                if left != right:
                    found.append(f"{what}: {path}: {aspect} {left} against {right}")
    for number, (left, right) in enumerate(zip(plain(ours.to_pylist()), plain(theirs.to_pylist()))):
        found += [f"{what}: row {number}: {name}: {left.get(name)!r} against {right[name]!r}" for name in right if left.get(name) != right[name]]
    return found


def manifests(what, ours, theirs):
    mine, other = (json.loads((folder / "manifest.json").read_text()) for folder in (ours, theirs))
    # What differs by nature: who wrote it, how values that are not valid are bound, how the rows were chosen. Metadata are compared in the files.
    for manifest in (mine, other):
        projection = manifest["projection"]
        named = [[field["name"], [entry["key_base64"] for entry in field["metadata"]]] for field in projection["fields"]]
        keys = [entry["key_base64"] for entry in projection["schema_metadata"]]
        manifest["projection"] = [projection["row_route"], list(projection), keys, named]
        for key in ("versions", "parse_policy", "selector"):
            manifest[key] = list(manifest[key]) if isinstance(manifest[key], dict) else None
    return [f"{what}: manifest: {key}" for key in other if mine.get(key) != other[key]] + [f"{what}: order of keys"] * (list(mine) != list(other))


def main():
    binary = sys.argv[1]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "s.xsd").write_text(schema())
        check_types(binary, folder)
        check_dataset(binary, folder)
        if pyxsd is None:
            print("pyxsd is not installed: nothing is compared with it")
            differences = []
        else:
            differences = compare(binary, folder)
    print(WHAT)
    kinds = sorted(set(differences))
    for difference in kinds[:60]:
        print(difference[:400])
    print(f"{len(kinds)} differences")
    sys.exit(1 if kinds else 0)


main()
