"""The door for agents: the verbs as tools of the Model Context Protocol, over stdio or HTTP.

What stands here takes the extra `mcp`; nothing else of kgmem imports it.
"""
