"""llama.cpp's own server, out of a Python package that carries it. usage: llama_server.py PORT WEIGHTS [--context N] [--slots N] [--key K] [--template FILE]"""

import argparse
import pathlib
import signal

import xllamacpp

parser = argparse.ArgumentParser()
parser.add_argument("port", type=int)
parser.add_argument("weights")
parser.add_argument("--context", type=int, default=2048)
parser.add_argument("--slots", type=int, default=1)
parser.add_argument("--key")
parser.add_argument("--template")
options = parser.parse_args()

settings = xllamacpp.CommonParams()
settings.model.path = options.weights
settings.model_alias = {"smollm2"}
settings.n_ctx = options.context
settings.n_parallel = options.slots
settings.hostnames = ["127.0.0.1"]
settings.port = options.port
settings.use_jinja = True
settings.endpoint_metrics = settings.endpoint_slots = settings.endpoint_props = True
settings.cpuparams.n_threads = 1  # more would spin against whatever else runs here
settings.warmup = False
settings.verbosity = 3
if options.key:
    settings.api_keys = [options.key]
if options.template:
    settings.chat_template = pathlib.Path(options.template).read_text()

server = xllamacpp.Server(settings)
print("listening on", server.listening_address, flush=True)
signal.pause()
