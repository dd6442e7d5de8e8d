// One contender in a process of its own: what it does to memory, or to the process, does not touch the others.
import { contenderOf } from "./contenders.mjs";

const contender = contenderOf(process.argv[2]);
let connection;

const oneLine = (text) => String(text).replaceAll(/\s+/g, " ").slice(0, 160);

async function ask({ question, withTools }) {
  let text = "";
  try {
    const answer = await connection.ask(question, withTools, (piece) => (text += piece));
    return { end: "result", text, ...answer };
  } catch (error) {
    const { partial, ...described } = connection.describe(error);
    return {
      end: "error",
      text,
      keptOnError: text !== "" && partial === text,
      error: error?.constructor?.name ?? typeof error,
      message: oneLine(error?.message ?? error),
      ...described,
    };
  }
}

const jobs = {
  async open(address) {
    connection = await contender.open(address);
    return {};
  },
  ask,
};

process.on("message", ({ job, ...details }) => {
  jobs[job](details).then(
    (answer) => process.send(answer),
    (error) => process.send({ end: "unusable", message: oneLine(error?.stack) }),
  );
});
process.on("disconnect", () => process.exit(0));
