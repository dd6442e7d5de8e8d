// ELK as Mermaid asks for it. The bundle that Mermaid imports has no names left; here it is put together from the parts with
// names, which can be patched (src/upstream/elk-patches.ts), and which the build makes small again.
import api from "elkjs/lib/elk-api.js";
import worker from "elkjs/lib/elk-worker.js";

export default class NamedElk extends api.default {
  constructor() {
    super({ workerFactory: () => new worker.Worker() });
  }
}
