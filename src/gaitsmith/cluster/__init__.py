"""Work for the processes of a cluster: the same promise as threads keep, further away.

    crew.py           who rolls out: batches to any `concurrent.futures.Executor`
    flow.py           jobs out and back: lost ones are repeated, killers are found
    portions.py       how many candidates go together
    errand.py         what travels, and how it is done there
    fingerprint.py    versions and the bits of a canary: whom results are taken of
    dask_executor.py  calls pinned to the workers of a Dask cluster, who come and go
    keeping.py        workers that do not come back are replaced
    place_files.py    local:N, an address, or a TOML file
    places.py         opens what they mean

Everything is imported when a cluster is asked for: `pip install gaitsmith[cluster]`.
"""
