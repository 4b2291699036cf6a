// Short names of varied members: `count` for /clusters/1/nodes/0/count, and `ber count` if another count is varied, too.

import { tokensOf } from './pointer.ts';

/** A scenario file that has the members. */
export interface Labelled {
  readonly content: unknown;
  /** The pointer of the member that pointers begin at; '' for the whole content. */
  readonly root: string;
}

/** A part of a pointer: a key, or an array with an index. */
interface Word {
  readonly text: string;
  /** Whether it is one of several elements of an array. */
  readonly isOneOfMany: boolean;
}

/**
 * A label for each pointer, all different: its last word, after the fewest words by which members with the same last word differ.
 * A pointer whose label would not be the same in all scenarios is its own label.
 */
export function memberLabels(pointers: readonly string[], scenarios: readonly Labelled[]): string[] {
  const [first, ...others] = (scenarios.length === 0 ? [{ content: undefined, root: '' }] : scenarios).map(
    (scenario) => labelsIn(pointers, scenario),
  );
  return first.map((label, i) => (others.every((labels) => labels[i] === label) ? label : pointers[i]));
}

function labelsIn(pointers: readonly string[], scenario: Labelled): string[] {
  const words = pointers.map((pointer) => wordsOf(pointer, scenario));
  const groups = new Map<string, number[]>();
  for (const [i, ofPointer] of words.entries()) {
    const last = ofPointer[0].text;
    groups.set(last, [...(groups.get(last) ?? []), i]);
  }
  const labels = [...pointers];
  for (const members of groups.values()) {
    const chosen = chosenOf(members.map((i) => words[i]));
    for (const i of chosen === undefined ? [] : members) labels[i] = labelOf(words[i], chosen!);
  }
  return labels;
}

/** The words of a pointer, the last one first. An element of an array is named by its name, else by its index. */
function wordsOf(pointer: string, { content, root }: Labelled): Word[] {
  const depth = tokensOf(root)?.length ?? 0;
  const tokens = tokensOf(root + pointer)!;
  const words: Word[] = [];
  let at = content;
  for (const [i, token] of tokens.entries()) {
    const isElement = Array.isArray(at) || (at === undefined && /^[0-9]+$/.test(token));
    const siblings: readonly unknown[] = Array.isArray(at) ? at : [];
    at = memberOf(at, token);
    if (i < depth) continue;
    const array = isElement ? words.shift() : undefined;
    const text = isElement ? (nameOf(at, siblings) ?? `${array?.text ?? ''}/${token}`) : token;
    words.unshift({ text, isOneOfMany: siblings.length > 1 });
  }
  return words;
}

function memberOf(value: unknown, token: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[token] : undefined;
}

/** The `name` of an element, or the `instanceType` that no other element has. */
function nameOf(element: unknown, siblings: readonly unknown[]): string | undefined {
  const name = memberOf(element, 'name') ?? memberOf(element, 'instanceType');
  const key = memberOf(element, 'name') === undefined ? 'instanceType' : 'name';
  const isOne = siblings.filter((other) => memberOf(other, key) === name).length === 1;
  return typeof name === 'string' && isOne ? name : undefined;
}

/** The places of words in which all members differ, in ascending order; undefined if there are none. The last word is not one. */
function chosenOf(members: readonly (readonly Word[])[]): number[] | undefined {
  if (members.length === 1) return [];
  const places = members.reduce((most, words) => Math.max(most, words.length - 1), 0);
  const sets = subsets(places).sort((a, b) => a.length - b.length || b[0] - a[0]);
  const found = sets.find(
    (set) => new Set(members.map((words) => labelOf(words, set))).size === members.length,
  );
  if (found === undefined) return undefined;
  // A name is not enough for an element within it that has siblings: `ber` has several groups of nodes.
  const within = Array.from({ length: found[found.length - 1] - 1 }, (_, i) => i + 1).filter((place) =>
    members.some((words) => words[place]?.isOneOfMany === true),
  );
  return [...new Set([...found, ...within])].sort((a, b) => a - b);
}

/** More places than this are not tried together. */
const PLACES_MAX = 8;

/** All sets of the places 1 … `places`, without the empty one. */
function subsets(places: number): number[][] {
  const count = 2 ** Math.min(places, PLACES_MAX);
  return Array.from({ length: count - 1 }, (_, i) =>
    Array.from({ length: PLACES_MAX }, (_, bit) => bit).flatMap((bit) =>
      ((i + 1) >> bit) & 1 ? [bit + 1] : [],
    ),
  );
}

function labelOf(words: readonly Word[], places: readonly number[]): string {
  const before = places.toReversed().flatMap((place) => words[place]?.text ?? []);
  return [...before, words[0].text].join(' ');
}
