"""The version of Sandtable, in one place."""

VERSION = "0.2.0"
