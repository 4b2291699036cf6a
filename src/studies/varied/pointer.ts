// JSON Pointers (RFC 6901) into the content of a scenario file.

import { listOf } from '../../scenario/fields/notes.ts';
import { clip } from '../../wire/text/clip.ts';
import { didYouMean } from '../../wire/text/did-you-mean.ts';
import type { Json } from './varied-values.ts';

/** The reference tokens of a pointer; undefined if the text is not a pointer to a member. */
export function tokensOf(pointer: string): string[] | undefined {
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

const textOf = (tokens: readonly string[]) =>
  tokens.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Reports why a content has no place for the member; undefined if it has one. An optional member may be absent. */
export function whyNowhere(content: unknown, pointer: string): string | undefined {
  const tokens = tokensOf(pointer)!;
  let at = content;
  for (const [depth, token] of tokens.entries()) {
    const found = memberOf(at, token);
    const isLast = depth === tokens.length - 1;
    if (found === undefined && !(isLast && isObject(at))) {
      const place = depth === 0 ? 'it' : textOf(tokens.slice(0, depth));
      const near = isObject(at) ? didYouMean(token, Object.keys(at)) : '';
      return `points to nothing: ${place} ${contentsOf(at)}${near}`;
    }
    at = found?.value;
  }
  return undefined;
}

/** The content with another value of the member. Shares everything else with the given content. */
export function withMember(content: unknown, pointer: string, value: Json): unknown {
  return replaced(content, tokensOf(pointer)!, value);
}

function replaced(at: unknown, [token, ...rest]: readonly string[], value: Json): unknown {
  if (token === undefined) return value;
  const inner = replaced(memberOf(at, token)?.value, rest, value);
  if (Array.isArray(at)) return at.with(Number(token), inner);
  return { ...(at as object), [token]: inner };
}

function memberOf(at: unknown, token: string): { readonly value: unknown } | undefined {
  if (Array.isArray(at)) {
    const isIndex = /^(?:0|[1-9][0-9]{0,9})$/.test(token) && Number(token) < at.length;
    return isIndex ? { value: at[Number(token)] } : undefined;
  }
  return isObject(at) && Object.hasOwn(at, token) ? { value: at[token] } : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The name of an item that has one: ` (main)`. */
function nameIn(item: unknown): string {
  const name = isObject(item) ? (item.name ?? item.instanceType ?? item.workspace) : undefined;
  return typeof name === 'string' ? ` (${clip(name)})` : '';
}

function contentsOf(at: unknown): string {
  if (Array.isArray(at)) {
    if (at.length === 0) return 'is an empty list';
    return at.length === 1 ? `has one item, number 0${nameIn(at[0])}` : `has the items 0 to ${at.length - 1}`;
  }
  if (!isObject(at)) return `is ${JSON.stringify(at)}, which has no members`;
  const names = Object.keys(at);
  return names.length === 0 ? 'has no members' : `has ${listOf(names)}`;
}
