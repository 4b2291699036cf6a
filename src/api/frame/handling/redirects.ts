// Redirects paths with a slash too many.

import type { Hono } from 'hono';
import { noOperation } from '../../../observe/metrics.ts';
import { answering } from './handler.ts';

/** Path → redirect target. Targets are relative, because a proxy may serve this server under a path prefix. */
const leads = { '/docs/': '../docs' };

export function addRedirects(app: Hono): void {
  for (const [path, location] of Object.entries(leads)) {
    const handler = answering(noOperation, () => {
      // 302, so that browsers do not cache the redirect.
      return new Response(null, { status: 302, headers: { Location: location } });
    });
    app.get(path, handler);
  }
}
