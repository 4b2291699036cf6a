// Runs the code of a module. The code is imported from its text, not from its file: what runs is what the SHA-256 is of. So a
// module cannot import other files.

import { type ModuleText, WrongModule } from './module-text.ts';

/** The default export of a module. @throws WrongModule */
export async function defaultExport({ path, text }: ModuleText): Promise<unknown> {
  const url = `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;
  let exports: { readonly default?: unknown };
  try {
    exports = await import(url);
  } catch (error) {
    throw new WrongModule(`${path}${lineOf(error)} ${whyNotLoaded(error, url)}`);
  }
  if ('default' in exports) return exports.default;
  throw new WrongModule(`${path} has no default export; write "export default" before its object`);
}

function whyNotLoaded(error: unknown, url: string): string {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  if (code === 'ERR_UNSUPPORTED_RESOLVE_REQUEST') {
    const [, target] = /specifier "([^"]*)"/.exec(String(message)) ?? [];
    return `imports ${JSON.stringify(target)}, but a module is one file; put all its code into it`;
  }
  if (error instanceof SyntaxError)
    return `is not JavaScript: ${error.message.replaceAll(url, 'it')}; node --check shows the line`;
  return `fails when it is loaded: ${thrownText(error).replaceAll(url, 'it')}`;
}

/** What a module threw, in a line. */
export function thrownText(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.split('\n', 1)[0].slice(0, 500);
}

/** `, line 5`: where a module threw an error; '' if the error has no line of a module. */
export function lineOf(error: unknown): string {
  const stack = error instanceof Error ? String(error.stack) : '';
  const [, line] = /data:text\/javascript;base64,[A-Za-z0-9+/=]*:(\d+)/.exec(stack) ?? [];
  return line === undefined ? '' : `, line ${line},`;
}
