// Facts as the outside reads them: one plain object each, with ids and names.

import { type Catalogue, ENTRIES, type Entry, FACTS, type FactName } from './catalogue.ts';
import { eachFact, type FactRun } from './log.ts';
import { type FactMember, type Names, type Shown, WORD_TYPES } from './words.ts';

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

type MembersOf<Words> = Intersection<
  { [Word in keyof Words & string]: Shown<Word>[Words[Word] & keyof Shown<string>] }[keyof Words & string]
>;

type KindOf<Name extends string | readonly string[]> = Name extends readonly string[] ? Name[number] : Name;

type View<Kind, Words> = Kind extends string
  ? { readonly seq: number; readonly atMs: number; readonly kind: Kind } & MembersOf<Words>
  : never;

type Views = {
  [Name in FactName]: View<KindOf<Catalogue[Name]['name']>, Catalogue[Name]['words']>;
}[FactName];

type MemberName = Views extends infer One ? (One extends unknown ? keyof One : never) : never;

/** Told apart by its kind; members that only other kinds have are undefined. */
export type FactView = Views extends infer One
  ? One extends unknown
    ? One & { readonly [Name in Exclude<MemberName, keyof One>]?: undefined }
    : never
  : never;

/** The view of one kind. */
export type FactViewOf<Kind extends FactView['kind']> = Extract<FactView, { readonly kind: Kind }>;

/** Which facts of a run are wanted; all of them unless said. */
export interface Wanted {
  /** Only facts with a higher number. */
  readonly after?: number;
  /** So many at most. */
  readonly limit?: number;
  /** Only facts that begin with the identity of this GPR. */
  readonly uid?: number;
}

/** The facts of a run as objects; of those that are not wanted none is made. */
export function viewFacts(
  run: FactRun,
  names: Names,
  { after = 0, limit = Infinity, uid }: Wanted = {},
): FactView[] {
  const views: FactView[] = [];
  const { words } = run;
  eachFact(run, (kind, atMs, at, count, seq) => {
    if (seq <= after || views.length >= limit || (uid !== undefined && words[at] !== uid)) return;
    views.push(viewFact(kind, atMs, words, at, at + count, seq, names));
  });
  return views;
}

/** What a view of each kind has beside `seq`, `atMs` and `kind`, in the order of its members. */
export interface FactShape {
  /** In the catalogue. */
  readonly name: FactName;
  /** One; for records, one for each of their tables. */
  readonly kinds: readonly FactView['kind'][];
  readonly members: Readonly<Record<string, FactMember>>;
}

export const FACT_SHAPES: readonly FactShape[] = Object.entries(FACTS).map(([name, entry]) => ({
  name: name as FactName,
  kinds: [entry.name].flat(),
  members: Object.assign({}, ...shownWords(entry).map(({ name, type }) => type.members(name))),
}));

/** By the kinds' numbers. */
const VIEWED = ENTRIES.map((entry) => entry && { name: entry.name, words: shownWords(entry) });

function viewFact(
  kind: number,
  atMs: number,
  words: Float64Array,
  at: number,
  end: number,
  seq: number,
  names: Names,
): FactView {
  const viewed = VIEWED[kind];
  const name = typeof viewed?.name === 'string' ? viewed.name : viewed?.name[words[at]];
  if (name === undefined) throw new Error(`a fact of unknown kind ${kind}`);
  const view: Record<string, unknown> = { seq, atMs, kind: name };
  for (const word of viewed!.words) {
    word.type.show(view, word.name, words, at + word.position, names, end);
  }
  return view as unknown as FactView;
}

/** The words that a view shows, in the order in which it does. */
function shownWords({ words, shownFirst }: Entry) {
  return Object.entries(words)
    .map(([name, type], position) => ({ name, position, type: WORD_TYPES[type] }))
    .sort((a, b) => Number(b.name === shownFirst) - Number(a.name === shownFirst));
}
