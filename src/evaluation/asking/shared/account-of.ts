import { contentDigest } from "../../../files/content-digest.ts";

/** A server that every machine finds at itself. */
const ownMachine = /(\/\/|^service )(localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)(?=[:/\s]|$)/;

/**
 * Names the account of a scope without saying anything of it. What is asked at an address that
 * means one's own machine is shared with those who ask on that machine.
 */
export function accountOf(scope: string, machine: string): string {
  return contentDigest(ownMachine.test(scope) ? `${scope} at ${machine}` : scope);
}
