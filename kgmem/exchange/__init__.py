"""Everything of a tenant in a file and back: JSONL without loss, PROV-JSON for provenance tools.

One line is one node or one relationship, in an order that the content decides alone, so the same store is the same
bytes. `format` says what a line holds, `checking` what a file must hold; both are pure. `pages` reads a tenant, a few
nodes at a time, `exporting` and `importing` are the two ways, `files` opens and replaces files.
"""
