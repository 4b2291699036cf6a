import type { Server } from 'node:http';
import net from 'node:net';
import { type Address, nearUrl, writtenAddress } from '../../arguments/address.ts';
import { badUsage, CommandFailure } from '../../arguments/command-failure.ts';

/** Missing in older versions of Node, in which a named import would fail. */
const { BoundSocket } = net as Partial<Pick<typeof net, 'BoundSocket'>>;

interface Listening {
  /** The URL for clients on the same machine. */
  readonly url: string;
  /** With the actual port, which differs from a wanted port 0. */
  readonly address: Address;
}

/** Connections that the system accepts for a server that is busy. If there are more, clients try again after a second. */
const BACKLOG = 4_096;

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
