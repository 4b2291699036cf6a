/** The name of the world; undefined at the root of the server. */
export const worldName = /worlds\/([^/]+)\/$/.exec(location.pathname)?.[1];

/** Where the browser keeps something of one world. Worlds of a server have the same storage, and other paths. */
export function placeOf(name: string): string {
  return `gprsim.${name} ${location.pathname}`;
}
