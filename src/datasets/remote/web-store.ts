import { UserError } from "../../core/user-error.ts";
import { withoutLogin, withoutSecrets } from "./remote-address.ts";
import type { RemoteStore } from "./remote-store.ts";
import type { SignedAddresses } from "./signed-addresses.ts";

/** Files on the web, by addresses that may have come signed. */
export function webStore(signed: SignedAddresses): RemoteStore {
  return {
    place: withoutLogin,
    async request(address, { headers }) {
      const url = new URL(signed.whole(address));
      const { username, password } = url;
      if (username === "" && password === "") return { url: url.href, headers, redirect: "follow" };
      url.username = "";
      url.password = "";
      const secret = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
      const authorization = `Basic ${Buffer.from(secret).toString("base64")}`;
      return { url: url.href, headers: { ...headers, authorization }, redirect: "follow" };
    },
    lacks: (address) => isOpen(address, signed),
    refusal(address, { status, code }) {
      const shown = withoutSecrets(address);
      const named = code === "" ? `${status}` : `${status} ${code}`;
      if (status !== 401 && status !== 403) return new UserError(`${shown}: answered ${named}`);
      return isOpen(address, signed)
        ? new UserError(
            `${shown}: may not be read (${named})`,
            "it wants a login; the data may name a signed address, or one with a name and password",
          )
        : new UserError(
            `${shown}: what opens the address (a signature, or a name and password) is not valid, or has expired (${named})`,
            "have it signed anew; samples stay the same",
          );
    },
  };
}

/** Whether nothing comes with the address that would open it. */
function isOpen(address: string, signed: SignedAddresses): boolean {
  return signed.whole(address) === address && withoutLogin(address) === address;
}
