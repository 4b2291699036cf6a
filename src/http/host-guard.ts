// Where somebody who types the bare address is sent: to the reference, as long as there is nothing better to begin with.

import type { Hono } from 'hono';
import { noOperation } from '../observe/metrics.ts';
import { answering, type HandlerOptions } from './handler.ts';
import { requireLoopbackHost } from './host.ts';
import type { Service } from './service.ts';

/** Path to where it leads, from there: the server may stand behind a path of another. */
const leads = { '/': 'docs', '/docs/': '../docs' };

export function openFrontDoors(app: Hono, service: Service, options: HandlerOptions): void {
  for (const [path, location] of Object.entries(leads)) {
    const handler = answering(noOperation, service, (context) => {
      if (options.loopback) requireLoopbackHost(context);
      // Found for now: browsers are not to remember it.
      return new Response(null, { status: 302, headers: { Location: location } });
    });
    app.get(path, handler);
  }
}
