"""Validates one document several times with libxml2 (through lxml) and prints the CPU seconds of each pass.

usage: libxml2.py SCHEMA DOCUMENT ROUNDS
The document is parsed and validated in one pass from memory, as a stream without a tree kept by the caller.
"""
import sys
import time

from lxml import etree

schema = etree.XMLSchema(etree.parse(sys.argv[1]))
text = open(sys.argv[2], "rb").read()
for _ in range(int(sys.argv[3])):
    start = time.process_time()
    valid = schema.validate(etree.fromstring(text, etree.XMLParser(huge_tree=True)))
    print(f"{time.process_time() - start:.4f}")
sys.exit(0 if valid else 1)
