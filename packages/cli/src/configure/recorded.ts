/** Every call of the commands goes into the user's ledger, and a profile's budget is checked before each one. */
import path from "node:path";
import { ConfigurationError, type Environment, messageOf, type OnCall } from "@framework/shared";
import { userFolder } from "@framework/shared/auth";
import { Budget, type BudgetLimits, Ledger, ledgerEntry } from "@framework/shared/ledger";

export const ledgerOf = (env: Environment): Ledger =>
  new Ledger(path.join(userFolder("config", env), "usage"));

/** A ledger that cannot be written must not keep anybody from an answer: it is said once. */
export function recording(
  {
    env,
    workspace,
    budget: limits,
  }: { env: Environment; workspace: string; budget: BudgetLimits | undefined },
  onProblem: (text: string) => void,
): OnCall {
  if (env["FW_LEDGER"]?.trim() === "off") {
    if (!limits) return () => undefined;
    throw new ConfigurationError(
      "A budget needs the ledger: unset FW_LEDGER, or take the budget out of the profile.",
    );
  }
  const ledger = ledgerOf(env);
  const budget = limits && new Budget(limits, ledger);
  let isBroken = false;
  return (event) => {
    if (event.type === "call-start") budget?.check();
    if (event.type !== "call-end" || isBroken) return;
    try {
      ledger.append(ledgerEntry(event, workspace));
    } catch (error) {
      isBroken = true;
      onProblem(`What is used cannot be written down: ${messageOf(error)}.`);
    }
  };
}
