// Addresses of servers, as flags and variables give them.

import { badUsage } from './command-failure.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

export const LISTEN_DEFAULT = '127.0.0.1:8080';

/** The address of --listen, or else of GPRSIM_LISTEN; an empty GPRSIM_LISTEN counts as unset. */
export function wantedAddress(flag: string | undefined): Address {
  if (flag !== undefined) return parseListen(flag);
  const { GPRSIM_LISTEN } = process.env;
  if (GPRSIM_LISTEN) return parseListen(GPRSIM_LISTEN, 'GPRSIM_LISTEN');
  return parseListen(LISTEN_DEFAULT);
}

export function parseListen(text: string, source = '--listen'): Address {
  const match = /^(?:\[([0-9a-fA-F:]+)\]|([^:]*)):([0-9]{1,5})$/.exec(text);
  const port = Number(match?.[3]);
  const host = match?.[1] ?? match?.[2] ?? '';
  if (host !== '' && port <= 65_535) return { host, port };
  throw badUsage(`${source} takes HOST:PORT, such as 127.0.0.1:8080 or [::1]:0, not ${JSON.stringify(text)}`);
}

export function isLoopback({ host }: Address): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}

/** The address in the syntax of --listen. */
export function writtenAddress({ host, port }: Address): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The URL of an address for clients on the same machine, which cannot connect to the wildcard address. */
export function nearUrl({ host, port }: Address): string {
  const near = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${writtenAddress({ host: near, port })}`;
}
