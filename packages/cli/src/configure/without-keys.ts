/** How a server is spoken to that nobody chose. */
import { loadProvider } from "@framework/shared";

/** Whatever listens on a usual port may be anybody's: it gets no key and no header of the user's. */
export async function withoutKeys(provider: string): Promise<{ unset: string[] }> {
  const { credential, knobsFor } = await loadProvider(provider);
  return { unset: [credential.knob, ...(knobsFor.headers === undefined ? [] : [knobsFor.headers])] };
}
