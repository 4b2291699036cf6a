// Members of a request under /api/v1 that its operation does not have. The service ignores them, so a misspelled optional member has
// no effect. A strict server refuses them; every server logs and keeps their names.

import { clip } from '../../../wire/text/clip.ts';
import { didYouMean } from '../../../wire/text/did-you-mean.ts';
import type { Problem } from '../errors/entry.ts';
import { problem } from '../errors/problems.ts';
import type { Operation } from '../operation/operation.ts';
import type { Log } from '../operation/service.ts';

/** Unknown members of one request that are noted. */
const listedMax = 20;
/** Different unknown members that a process logs. */
const loggedMax = 1000;

/** The members of a value that a schema knows; undefined: any. */
interface KnownMembers {
  readonly members?: ReadonlyMap<string, KnownMembers | undefined>;
  readonly item?: KnownMembers | undefined;
}

/** Notes the unknown members of requests, for all worlds of a process. */
export class UnknownMembers {
  readonly #log: Log;
  readonly #isStrict: boolean;
  readonly #logged = new Set<string>();

  constructor(log: Log, isStrict = false) {
    this.#log = log;
    this.#isStrict = isStrict;
  }

  /** Logs each unknown member of an operation once. Returns the problems of a strict server. */
  note(operationId: string, unknown: readonly Problem[]): readonly Problem[] {
    if (this.#isStrict) return unknown;
    for (const { field, message } of unknown) {
      const key = `${operationId} ${field.replaceAll(/\[\d+\]/g, '[]')}`;
      if (this.#logged.has(key) || this.#logged.size === loggedMax) continue;
      this.#logged.add(key);
      this.#log.warn({ operation: operationId }, `a request has a member without effect: ${message}`);
    }
    return [];
  }
}

/** The unknown members of what was sent, each as a problem; at most 20. */
export function unknownIn(operation: Operation, sent: object): readonly Problem[] {
  if (!operation.path.startsWith('/api/v1/')) return [];
  let known = knownOf.get(operation);
  if (known === undefined) {
    const { members } = knownBy(operation.request) ?? {};
    const others = Object.entries(operation.spellings ?? {}).map(
      ([other, main]) => [other, members?.get(main)] as const,
    );
    known = members && { members: new Map([...members, ...others]) };
    knownOf.set(operation, known ?? {});
  }
  const found: Problem[] = [];
  find(sent, known, '', found);
  return found;
}

const knownOf = new WeakMap<Operation, KnownMembers>();

function find(value: unknown, known: KnownMembers | undefined, path: string, found: Problem[]): void {
  if (known === undefined || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    if (known.item === undefined) return;
    for (let i = 0; i < value.length && found.length < listedMax; i++)
      find(value[i], known.item, `${path}[${i}]`, found);
    return;
  }
  if (known.members === undefined) return;
  for (const name in value) {
    if (found.length === listedMax) return;
    const place = path === '' ? clip(name) : `${path}.${clip(name)}`;
    if (known.members.has(name))
      find((value as Record<string, unknown>)[name], known.members.get(name), place, found);
    else found.push(unknownMember(place, name, [...known.members.keys()]));
  }
}

function unknownMember(place: string, name: string, known: readonly string[]): Problem {
  const meant = didYouMean(name, known);
  return { ...problem(place, `is unknown${meant}`), reason: 'FieldForbidden' };
}

/** What valibot's schemas of objects, lists, alternatives and optional values know. A pipe can have several schemas. */
function knownBy(schema: object): KnownMembers | undefined {
  const { type, entries, item, wrapped, options, pipe } = schema as {
    readonly type?: string;
    readonly entries?: Readonly<Record<string, object>>;
    readonly item?: object;
    readonly wrapped?: object;
    readonly options?: readonly object[];
    readonly pipe?: readonly object[];
  };
  if (pipe !== undefined) return merged(pipe.map((part) => knownBy(part)));
  if (type === 'object' && entries !== undefined)
    return { members: new Map(Object.entries(entries).map(([name, entry]) => [name, knownBy(entry)])) };
  if (type === 'array' && item !== undefined) {
    const inside = knownBy(item);
    return inside && { item: inside };
  }
  if (wrapped !== undefined) return knownBy(wrapped);
  if (options !== undefined && type === 'union') return merged(options.map((option) => knownBy(option)));
  return undefined;
}

function merged(all: readonly (KnownMembers | undefined)[]): KnownMembers | undefined {
  const known = all.filter((one) => one !== undefined);
  const members = known.flatMap((one) => [...(one.members ?? [])]);
  const items = known.map((one) => one.item).filter((one) => one !== undefined);
  const item = items.length === 0 ? undefined : merged(items);
  if (members.length === 0 && item === undefined) return undefined;
  return { ...(members.length > 0 && { members: new Map(members) }), item };
}
