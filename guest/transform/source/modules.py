"""The modules that code may import, as far as they work without files, threads and network."""

# ruff: noqa: F401
import _strptime
import abc
import array
import ast
import base64
import binascii
import bisect
import calendar
import cmath
import codecs
import collections.abc
import contextlib
import copy
import csv
import dataclasses
import datetime
import decimal
import difflib
import enum
import fractions
import functools
import gc
import hashlib
import heapq
import html.entities
import html.parser
import inspect
import io
import ipaddress
import itertools
import json
import keyword
import linecache
import locale
import logging
import math
import numbers
import operator
import pprint
import random
import re
import reprlib
import statistics
import string
import string.templatelib
import struct
import sys
import textwrap
import time
import tomllib
import traceback
import types
import typing
import unicodedata
import urllib.parse
import uuid
import warnings
import weakref
import xml.etree.ElementTree
import xml.sax.saxutils
import zlib

# Records of the log name no process and no thread, since there are none to ask.
logging.logProcesses = logging.logThreads = logging.logMultiprocessing = logging.logAsyncioTasks = False

# Encodings are modules too.
for _name in [
    "ascii",
    "latin-1",
    "utf-8",
    "utf-8-sig",
    "utf-16",
    "utf-16-le",
    "utf-16-be",
    "utf-32",
    "cp1250",
    "cp1251",
    "cp1252",
    "cp437",
    "cp850",
    "iso8859-15",
    "iso8859-2",
]:
    codecs.lookup(_name)
