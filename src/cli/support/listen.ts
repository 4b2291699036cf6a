import type { Server } from 'node:http';
import net from 'node:net';
import { badUsage, CommandFailure } from './failure.ts';

/** Missing in older versions of Node, in which a named import would fail. */
const { BoundSocket } = net as Partial<Pick<typeof net, 'BoundSocket'>>;

export interface Address {
  readonly host: string;
  readonly port: number;
}

export interface Listening {
  /** The URL for clients on the same machine. */
  readonly url: string;
  /** With the actual port, which differs from a wanted port 0. */
  readonly address: Address;
}

/** Connections that the system accepts for a server that is busy. If there are more, clients try again after a second. */
const BACKLOG = 4_096;

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

export function listen(server: Server, { host, port }: Address): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(refusal({ host, port }, error));
    const succeed = () => {
      const bound = server.address();
      const address = { host, port: typeof bound === 'object' && bound !== null ? bound.port : port };
      resolve({ url: nearUrl(address), address });
    };
    server.once('error', fail);
    if (BoundSocket === undefined || net.isIP(host) === 0) {
      server.listen(port, host, BACKLOG, succeed);
      return;
    }
    // Binding directly skips the resolver, which takes about 5 ms of every start.
    try {
      server.listen(new BoundSocket({ host, port }), BACKLOG, succeed);
    } catch (error) {
      fail(error as NodeJS.ErrnoException);
    }
  });
}

function refusal(address: Address, { code = '', message }: NodeJS.ErrnoException): CommandFailure {
  const where = `cannot listen on ${writtenAddress(address)}`;
  switch (code) {
    case 'EADDRINUSE':
      return new CommandFailure(`${where}: another program listens there; --listen HOST:0 takes a free port`);
    case 'EACCES':
      return new CommandFailure(`${where}: this user may not use the port; give a port of 1024 or above`);
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
    case 'EINVAL':
    case 'ENOTFOUND':
      return badUsage(
        `${where}: ${address.host} is not an address of this machine; give 127.0.0.1, or 0.0.0.0 for all its addresses`,
      );
    default:
      return new CommandFailure(`${where}: ${message}`);
  }
}

/** Stops listening and closes all connections, including streams. */
export function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
