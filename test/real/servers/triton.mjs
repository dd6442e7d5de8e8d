// NVIDIA's Triton: the server that a Python package carries. It is the control plane alone; the chat frontend is not on PyPI.
import { cpSync, existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { beside, environment, freePort, inFolder, launch, pythonLibrary } from "./common.mjs";

async function start(mode) {
  const bin = environment("triton", ["nvidia-pytriton==0.7.0"]);
  const packages = inFolder("triton", "lib", "python3.12", "site-packages");
  const carried = path.join(packages, "pytriton", "tritonserver");
  const backends = inFolder("triton-backends", "python");
  if (!existsSync(backends)) {
    mkdirSync(backends, { recursive: true });
    cpSync(path.join(carried, "backends", "python"), backends, { recursive: true });
    const stub = "triton_python_backend_stub";
    cpSync(path.join(carried, "python_backend_stubs", "3.12", stub), path.join(backends, stub));
  }
  const [port, grpc, metrics] = [await freePort(), await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const running = await launch({
    name: `triton-${mode}`,
    program: path.join(carried, "bin", "tritonserver"),
    args: [
      `--model-repository=${beside("triton-models")}`,
      `--backend-directory=${inFolder("triton-backends")}`,
      `--model-control-mode=${mode}`,
      "--http-address=127.0.0.1",
      `--http-port=${port}`,
      "--grpc-address=127.0.0.1",
      `--grpc-port=${grpc}`,
      `--metrics-port=${metrics}`,
      "--exit-on-error=false",
    ],
    env: {
      LD_LIBRARY_PATH: `${path.join(packages, "nvidia_pytriton.libs")}:${pythonLibrary(bin)}`,
      PYTHONPATH: packages,
      PATH: `${path.dirname(bin("python"))}:${process.env.PATH}`,
    },
    ready: `${url}/v2/health/live`,
    seconds: 120,
  });
  return { ...running, url };
}

export const triton = { name: "Triton", start };
