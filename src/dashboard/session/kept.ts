/** The end of the paths of worlds that are not at the root of the server. */
export const BELOW_ROOT = /worlds\/[^/]+\/$/;

/** Where the browser keeps something of one world. Worlds of a server have the same storage, and other paths. */
export function placeOf(name: string): string {
  return `gprsim.${name} ${location.pathname}`;
}
