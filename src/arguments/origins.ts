import { badUsage } from './command-failure.ts';

/** Parses the value of a --cors and adds it to the values of earlier ones. */
export function parseOrigin(text: string, before: readonly string[] = []): readonly string[] {
  if (text === '*') {
    throw badUsage(
      '--cors does not take *: pages of every site could use this server; give each origin, such as http://localhost:5173',
    );
  }
  if (originOf(text) !== text) {
    throw badUsage(
      `--cors takes an origin, scheme, host and port without a path, such as http://localhost:5173, not ${JSON.stringify(text)}`,
    );
  }
  return before.includes(text) ? before : [...before, text];
}

/** The origin of a URL of a web page; undefined for other texts. */
function originOf(text: string): string | undefined {
  const { protocol, origin } = URL.parse(text) ?? {};
  return protocol === 'http:' || protocol === 'https:' ? origin : undefined;
}
