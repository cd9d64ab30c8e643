import { hostname, networkInterfaces } from "node:os";

/** Whether only this machine can reach a server on this host. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

const own = ["localhost", "127.0.0.1", "[::1]"];
const everywhere = new Set(["0.0.0.0", "::", "::0", ""]);

/** Names under which a server is asked for. */
export interface HostNames {
  /** The one to print. */
  readonly shown: string;
  readonly all: readonly string[];
}

/**
 * The names that browsers may call a server by which listens on `host`: nothing that another
 * site's name server could point at this machine. On all addresses these are the machine's own
 * addresses and its name.
 */
export function hostNames(host: string): HostNames {
  if (isLoopback(host)) {
    const shown = bracketed(host);
    return { shown, all: [...new Set([shown, ...own])] };
  }
  if (!everywhere.has(host)) return { shown: bracketed(host), all: [bracketed(host)] };
  const addresses = Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    // Browsers cannot write the zone of a link-local address.
    .filter(({ address }) => !address.startsWith("fe80"));
  const outer = addresses.filter(({ internal }) => !internal);
  const name = hostname().toLowerCase();
  const best = outer.find(({ family }) => family === "IPv4") ?? outer[0];
  return {
    shown: best ? bracketed(best.address) : "127.0.0.1",
    all: [
      ...new Set([...own, name, ...addresses.map(({ address }) => bracketed(address))]),
      ...(name.includes(".") ? [] : [`${name}.local`]),
    ],
  };
}

/** `host` and `host:port` as the header of a request has them; browsers leave out port 80. */
export function hostHeaders({ all }: HostNames, port: number): ReadonlySet<string> {
  return new Set(all.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`])));
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host.toLowerCase()}]` : host.toLowerCase();
}
