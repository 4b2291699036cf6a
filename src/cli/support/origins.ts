// Origins of web pages that may read the answers of a server.

import { badUsage } from './failure.ts';

/** Adds the value of one --cors to those before it. */
export function parseOrigin(text: string, before: readonly string[] = []): readonly string[] {
  if (text === '*') {
    throw badUsage(
      '--cors does not take *, with which a page of any site could use this server; name each origin, such as http://localhost:5173',
    );
  }
  if (originOf(text) !== text) {
    throw badUsage(
      `--cors takes an origin, scheme, host and port without a path, such as http://localhost:5173, not ${JSON.stringify(text)}`,
    );
  }
  return before.includes(text) ? before : [...before, text];
}

/** undefined for a text that is no address of a page. */
function originOf(text: string): string | undefined {
  const { protocol, origin } = URL.parse(text) ?? {};
  return protocol === 'http:' || protocol === 'https:' ? origin : undefined;
}
