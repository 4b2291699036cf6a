// Runs the code of a module. The code is imported from its text, not from its file, and may import nothing: what runs is what
// the SHA-256 is of.

import { registerHooks } from 'node:module';
import { Script } from 'node:vm';
import { type ModuleText, WrongModule } from './module-text.ts';

/** A module, whose default export is `value`: a promise must not wait for a member `then` of it. @throws WrongModule */
export async function imported({ path, text }: ModuleText): Promise<{ readonly value: unknown }> {
  const url = `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;
  refuseImports(path, url);
  let exports: { readonly default?: unknown };
  try {
    exports = await settled(path, import(url));
  } catch (error) {
    if (error instanceof WrongModule) throw error;
    throw new WrongModule(`${path}${lineOf(error)} ${whyNotLoaded(error, url, text)}`);
  }
  if ('default' in exports) return { value: exports.default };
  throw new WrongModule(`${path} has no default export; write "export default" before its object`);
}

/** Refuses what the module at `url` imports, now or later. */
function refuseImports(path: string, url: string): void {
  registerHooks({
    resolve(target, context, next) {
      if (context.parentURL !== url) return next(target, context);
      throw new WrongModule(
        `${path} imports ${JSON.stringify(target)}, but a module is one file; put all its code into it`,
      );
    },
  });
}

/** @throws WrongModule if the process has nothing left to do while the module still loads */
async function settled<T>(path: string, loading: Promise<T>): Promise<T> {
  const { promise: stuck, reject } = Promise.withResolvers<never>();
  const onIdle = () =>
    reject(new WrongModule(`${path} never ends loading: it awaits what does not come, or exports "then"`));
  process.once('beforeExit', onIdle);
  try {
    return await Promise.race([loading, stuck]);
  } finally {
    process.off('beforeExit', onIdle);
  }
}

function whyNotLoaded(error: unknown, url: string, text: string): string {
  const { message } = Object(error) as { message?: unknown };
  if (error instanceof SyntaxError) return `is not JavaScript: ${syntaxError(error, url, text)}`;
  const [, word] = /^(module|exports|require) is not defined in ES module scope/.exec(String(message)) ?? [];
  if (word === 'require') return 'uses require, but a module is one file; put all its code into it';
  if (word !== undefined) return `uses ${word}, as CommonJS does; write "export default" before its object`;
  return `fails when it is loaded: ${thrownText(error).replaceAll(url, 'it')}`;
}

/** A syntax error, with the place if a parse as a script ends with the same error: Node does not return that of a module. */
function syntaxError({ message }: SyntaxError, url: string, text: string): string {
  const script = text
    .replaceAll(/\bexport +default\b/g, (words) => 'void'.padEnd(words.length))
    .replaceAll(/\bexport\b/g, '      ');
  let at = '';
  try {
    new Script(`'use strict';\n${script}`, { filename: 'module', lineOffset: -1 });
  } catch (error) {
    const failed = error as SyntaxError;
    const found = /^module:(\d+)\n.*\n(\s*)\^/.exec(failed.stack ?? '');
    if (found !== null && failed.message === message)
      at = `, line ${found[1]}, column ${found[2]!.length + 1}`;
  }
  return `${message.replaceAll(url, 'it')}${at}`;
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
