// Worlds of a server that the library has opened: they are made and removed by requests within this process.

import { inspect } from 'node:util';
import type * as declared from './gprsim.d.ts';
import { optionOf } from './option-of.ts';

type Send = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body: unknown,
) => Promise<{ readonly statusCode: number; readonly message: string; readonly data?: unknown }>;

export function worldsOf(url: string, send: Send): declared.GprsimServer['world'] {
  let made = 0;
  const call = async (...request: Parameters<Send>) => {
    const { statusCode, message, data } = await send(...request);
    // The server has removed it: it was not used for long.
    if (statusCode === 404 && request[0] === 'DELETE') return;
    if (statusCode === 422) throw new TypeError(`world: ${message}`);
    if (statusCode !== 200)
      throw new Error(`world: ${message.replace(/--([a-z-]+)/g, (_, flag) => optionOf(flag))}`);
    return data;
  };
  const nextName = async () => {
    const { worlds } = (await call('GET', '/sim/worlds', undefined)) as { worlds: { name: string }[] };
    for (;;) {
      const name = `world-${++made}`;
      if (!worlds.some((world) => world.name === name)) return name;
    }
  };
  return async (options = {}) => {
    if (typeof options !== 'object' || options === null)
      throw new TypeError(`world takes an object of options, not ${inspect(options)}`);
    const name = options.name ?? (await nextName());
    const world = await call('POST', '/sim/worlds', { ...options, name });
    const { apiKey } = world as { readonly apiKey: string };
    let closed: Promise<void> | undefined;
    return {
      name,
      url: `${url}/worlds/${name}`,
      apiKey,
      close: () => {
        closed ??= call('DELETE', `/sim/worlds/${name}`, undefined).then(() => {});
        return closed;
      },
    };
  };
}
