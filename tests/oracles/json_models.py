"""JSON Schemas and verdicts on JSON data, against two validators: `jsonschema` (Python) and `jsonschema-rs` (Rust).

    cargo build -p pyxsd-tools --example models
    python3 tests/oracles/json_models.py TARGET/debug/examples/models

Every JSON Schema must be a JSON Schema. On generated data all must agree, but for what standard keywords do not say: there the
schema may accept what the declarations refuse, or refuse what they accept, and each such kind of data is named below.
"""

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import jsonschema
import jsonschema_rs

XSD = """<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">{}</xs:schema>"""
SIMPLE = {
    "text": '<xs:restriction base="xs:string"><xs:minLength value="2"/><xs:maxLength value="4"/></xs:restriction>',
    "exact": '<xs:restriction base="xs:string"><xs:length value="3"/></xs:restriction>',
    "sku": '<xs:restriction base="xs:string"><xs:pattern value="[A-Z]{2}[0-9]+"/></xs:restriction>',
    "twice": '<xs:restriction base="sku"><xs:pattern value=".{3}"/></xs:restriction>',
    "colour": '<xs:restriction base="xs:string"><xs:enumeration value="red"/><xs:enumeration value="blue"/></xs:restriction>',
    "small": '<xs:restriction base="xs:int"><xs:minInclusive value="-3"/><xs:maxExclusive value="9"/></xs:restriction>',
    "byte": '<xs:restriction base="xs:unsignedByte"/>',
    "few": '<xs:restriction base="xs:integer"><xs:enumeration value="1"/><xs:enumeration value="+02"/></xs:restriction>',
    "ratio": '<xs:restriction base="xs:double"><xs:minExclusive value="0"/><xs:maxInclusive value="1"/></xs:restriction>',
    "flag": '<xs:restriction base="xs:boolean"/>',
    "pair": '<xs:restriction><xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType><xs:length value="2"/></xs:restriction>',
}
COMPLEX = {
    "plain": '<xs:sequence><xs:element name="a" type="small"/><xs:element name="b" type="text" minOccurs="0"/></xs:sequence>',
    "many": '<xs:sequence><xs:element name="a" type="flag" minOccurs="2" maxOccurs="3"/></xs:sequence>',
    "choice": '<xs:choice><xs:element name="a" type="flag"/><xs:element name="b" type="byte"/></xs:choice>',
    "maybe": '<xs:choice minOccurs="0"><xs:element name="a" type="flag"/><xs:element name="b" type="byte"/></xs:choice>',
    "all": '<xs:all><xs:element name="a" type="flag"/><xs:element name="b" type="byte" minOccurs="0"/></xs:all>',
    "attributes": '<xs:attribute name="a" type="colour" use="required"/><xs:attribute name="b" type="small" fixed="3"/>',
    "content": '<xs:simpleContent><xs:extension base="sku"><xs:attribute name="a" type="flag"/></xs:extension></xs:simpleContent>',
    "nil": '<xs:sequence><xs:element name="a" type="small" nillable="true"/></xs:sequence>',
    "deep": '<xs:sequence><xs:element name="a" type="T-plain"/><xs:element name="b" type="T-content" maxOccurs="2"/></xs:sequence>',
}
SCALARS = [
    None, True, False, 0, 1, 2, 3, -3, -4, 8, 9, 255, 256, 1.0, 1.5, 0.5, 1e-9, -0.0, 10**30, "", "x", "red", "blue",
    "green", "AB1", "AB12", "AB", "abc", "abcd", "abcde", "é😀x", [], [1], [1, 2], [1, 2, 3], ["a", "b"], [True, False], {},
]


def schema():
    parts = [f'<xs:simpleType name="{name}">{body}</xs:simpleType><xs:element name="e-{name}" type="{name}"/>' for name, body in SIMPLE.items()]
    parts += [f'<xs:complexType name="T-{name}">{body}</xs:complexType><xs:element name="e-{name}" type="T-{name}"/>' for name, body in COMPLEX.items()]
    return XSD.format("".join(parts))


def data(rng, depth=0):
    """Any data, often of the shapes that the declarations have."""
    if depth > 2 or rng.random() < 0.5:
        return rng.choice(SCALARS)
    if rng.random() < 0.25:
        return [data(rng, depth + 1) for _ in range(rng.randrange(4))]
    names = ["a", "b", "@a", "@b", "$", "c"]
    weights = [5, 4, 3, 3, 4, 1]
    return {name: data(rng, depth + 1) for name in rng.choices(names, weights, k=rng.randrange(1, 4))}


def instance(rng, model, root):
    """Data that fits a schema in most places."""
    if "$ref" in model:
        model = root["$defs"][model["$ref"].rsplit("/", 1)[1]]
    if "anyOf" in model:
        model = rng.choice(model["anyOf"])
    if rng.random() < 0.06:
        return data(rng, 1)
    if "const" in model:
        return model["const"]
    if "enum" in model:
        return rng.choice(model["enum"])
    kind = model["type"]
    if kind == "object":
        required = set(model.get("required", []))
        return {name: instance(rng, inner, root) for name, inner in model["properties"].items()
                if name != "$nil" and (name in required or rng.random() < 0.5)}
    if kind == "array":
        least = model.get("minItems", 0)
        return [instance(rng, model["items"], root) for _ in range(rng.randint(least, min(model.get("maxItems", 3), 4)))]
    return {"integer": rng.choice([1, 2, 3, -3, 8, 200]), "number": rng.choice([0.5, 1, 0.25]), "boolean": rng.random() < 0.5,
            "string": rng.choice(["AB1", "AB12", "abc", "red"]), "null": None}[kind]


def main(models):
    rng = random.Random(20)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "schema.xsd").write_text(schema())
        process = subprocess.Popen([models, folder, "schema.xsd"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")

        def ask(line):
            process.stdin.write(line + "\n")
            process.stdin.flush()
            return process.stdout.readline().rstrip("\n")

        elements = [f"e-{name}" for name in [*SIMPLE, *COMPLEX]]
        counts = {"valid": 0, "invalid": 0, "differ": 0}
        for element in elements:
            text = ask(element)
            assert text.startswith("{"), f"{element}: {text}"
            model = json.loads(text)
            jsonschema.Draft202012Validator.check_schema(model)
            jsonschema_rs.meta.validate(model)
            validators = {
                "jsonschema": jsonschema.Draft202012Validator(model).is_valid,
                "jsonschema-rs": jsonschema_rs.Draft202012Validator(model).is_valid,
            }
            for _ in range(100):
                value = data(rng) if rng.random() < 0.3 else instance(rng, model, model)
                verdict = ask(f"{element}\t{json.dumps(value, ensure_ascii=False)}")
                ours = verdict == "valid"
                counts["valid" if ours else "invalid"] += 1
                for name, is_valid in validators.items():
                    theirs = is_valid(value)
                    if ours != theirs:
                        counts["differ"] += 1
                        print(f"DIFFER {element} {json.dumps(value, ensure_ascii=False)}: we say {verdict}, {name} {theirs}")
        process.stdin.close()
        print(f"{len(elements)} declarations, {counts}")
        return 1 if counts["differ"] or min(counts["valid"], counts["invalid"]) < 100 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
