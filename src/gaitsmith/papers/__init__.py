"""Papers, each in a folder that registers all that is its own, as a plug-in does.

A paper's folder holds its laws, controllers, gaits and terms. Its tables are in a part
of their own, which is imported when one of them is asked for.
"""
