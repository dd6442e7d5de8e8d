"""Makes a Hugging Face folder that vLLM loads of SmolLM2's quantised weights. usage: smollm2.py WEIGHTS.gguf FOLDER"""

import pathlib
import sys

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, LlamaConfig, LlamaForCausalLM

weights, folder = (pathlib.Path(argument) for argument in sys.argv[1:3])
source = {"pretrained_model_name_or_path": str(weights.parent), "gguf_file": weights.name}
packed = AutoModelForCausalLM.from_pretrained(**source)

settings = packed.config.to_dict()
for name in ("quantization_config", "_name_or_path", "_model_name_or_path"):
    settings.pop(name, None)
plain = LlamaForCausalLM(LlamaConfig(**settings))
plain.load_state_dict(packed.state_dict(), strict=False)
plain.to(torch.bfloat16).save_pretrained(folder)
AutoTokenizer.from_pretrained(**source).save_pretrained(folder)
