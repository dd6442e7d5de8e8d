// One contender asks one question and ends: what a script that needs one answer pays.
import { contenders } from "../stream/contenders.mjs";

const [name, base, question] = process.argv.slice(2);
const ask = await contenders[name](base);
if ((await ask(question)) === 0) throw new Error(`${name} saw no answer`);
process.exit(0);
