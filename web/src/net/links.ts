/** The link of a table, as it works for others. */
import type { Seated } from "./api";

/** Whether an address means the very device on which it is opened. */
export function isThisDevice(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** The link to share, and who can open it: everybody who can open this page, the home network, or only this device. */
export function linkFor(
  { link, addresses = [] }: Pick<Seated, "link" | "addresses">,
  here: Pick<Location, "origin" | "hostname">,
): { link: string; reach: "all" | "network" | "device" } {
  if (!isThisDevice(here.hostname)) return { link: here.origin + link, reach: "all" };
  return addresses.length ? { link: addresses[0] + link, reach: "network" } : { link: here.origin + link, reach: "device" };
}
