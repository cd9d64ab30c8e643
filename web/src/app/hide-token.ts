/** The token is a cookie by now: it need not stay in the address, the history or a screenshot. */
export function hideToken(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has("token")) return;
  address.searchParams.delete("token");
  history.replaceState(history.state, "", address);
}
