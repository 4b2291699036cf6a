// Views of facts: one plain object per fact, with ids and names instead of numbers.

import { type Catalogue, ENTRIES, type Entry, FACTS, type FactName } from './fact-catalogue.ts';
import { eachFact, type FactRun } from './log.ts';
import { Reason } from './numbered.ts';
import { type FactMember, type Names, WORD_TYPES, type WordView } from './word-types.ts';

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

type MembersOf<Words> = Intersection<
  { [Word in keyof Words & string]: WordView<Word>[Words[Word] & keyof WordView<string>] }[keyof Words &
    string]
>;

type KindOf<Name extends string | readonly string[]> = Name extends readonly string[] ? Name[number] : Name;

type View<Kind, Words> = Kind extends string
  ? { readonly seq: number; readonly atMs: number; readonly kind: Kind } & MembersOf<Words>
  : never;

type Views = {
  [Name in FactName]: View<KindOf<Catalogue[Name]['name']>, Catalogue[Name]['words']>;
}[FactName];

type MemberName = Views extends infer One ? (One extends unknown ? keyof One : never) : never;

/** A union over all kinds, discriminated by `kind`. Members of other kinds are undefined. */
export type FactView = Views extends infer One
  ? One extends unknown
    ? One & { readonly [Name in Exclude<MemberName, keyof One>]?: undefined }
    : never
  : never;

export type FactViewOf<Kind extends FactView['kind']> = Extract<FactView, { readonly kind: Kind }>;

export type Sees = (workspaceCreation: number | undefined, isOfNode: boolean) => boolean;

/** Selects facts of a run; by default all. */
export interface Wanted {
  /** Only facts with a higher number. */
  readonly after?: number;
  /** Only facts with this number or a lower one. */
  readonly until?: number;
  readonly limit?: number;
  /** Only facts whose `gprId` is that of this uid. */
  readonly uid?: number;
  /** With `uid`: also the facts of the GPRs that it evicted. */
  readonly withVictims?: boolean;
  /** Only facts of these kinds. */
  readonly kinds?: ReadonlySet<string>;
  /** Whether the reader sees a fact: by the creation number of its workspace, if it has one, and whether it is about a node. */
  readonly sees?: Sees;
}

export function viewFacts(
  run: FactRun,
  names: Names,
  { after = 0, until = Infinity, limit = Infinity, uid, withVictims, kinds, sees }: Wanted = {},
): FactView[] {
  const views: FactView[] = [];
  const { words } = run;
  eachFact(run, (kind, atMs, at, count, seq) => {
    if (seq <= after || seq > until || views.length >= limit) return;
    if (uid !== undefined && words[at + GPR_AT[kind]] !== uid) {
      if (withVictims !== true || !isEvictedBy(uid, kind, words, at)) return;
    }
    if (kinds !== undefined && !kinds.has(kindOf(kind, words, at) ?? '')) return;
    if (sees !== undefined && !sees(creationOf(kind, words, at, names), IS_OF_NODE[kind])) return;
    views.push(viewFact(kind, atMs, words, at, at + count, seq, names));
  });
  return views;
}

/** The creation number of the workspace of a fact, undefined without one. */
function creationOf(kind: number, words: Float64Array, at: number, { directory }: Names): number | undefined {
  const workspace = words[at + WORKSPACE_AT[kind]];
  // Only if the kind requires one, −1 is the number of a workspace that is gone.
  if (workspace === undefined || (workspace < 0 && !HAS_WORKSPACE[kind])) return undefined;
  return directory.creationOf(workspace);
}

/** Whether this is the fact of a GPR that the GPR of the uid evicted. The culprit of a node failure is a node. */
function isEvictedBy(uid: number, kind: number, words: Float64Array, at: number): boolean {
  const culpritAt = at + CULPRIT_AT[kind];
  return words[culpritAt] === uid && words[culpritAt - 1] === Reason.eviction;
}

/** The members of a view beside `seq`, `atMs` and `kind`, in order. */
export interface FactShape {
  readonly name: FactName;
  /** One kind; for records, one per table. */
  readonly kinds: readonly FactView['kind'][];
  readonly members: Readonly<Record<string, FactMember>>;
}

export const FACT_SHAPES: readonly FactShape[] = Object.entries(FACTS).map(([name, entry]) => ({
  name: name as FactName,
  kinds: [entry.name].flat(),
  members: Object.assign({}, ...shownWords(entry).map(({ name, type }) => type.members(name))),
}));

/** number → names and shown words. */
const VIEWED = ENTRIES.map((entry) => entry && { name: entry.name, words: shownWords(entry) });

/** number → position of the word that the view shows as `gprId`; NaN without one. */
const GPR_AT = positionsWhere((name, type) => type === 'gpr' || (type === 'gprOrNull' && name === 'gprId'));

/** number → position of the word that names the culprit, which follows the reason; NaN without one. */
const CULPRIT_AT = positionsWhere((_, type) => type === 'culprit');

/** number → position of the word that names the workspace; NaN without one. */
const WORKSPACE_AT = positionsWhere((_, type) => type === 'workspace' || type === 'workspaceIfAny');

/** number → whether each fact has a workspace. */
const HAS_WORKSPACE = positionsWhere((_, type) => type === 'workspace').map((position) => position >= 0);

/** number → whether the view has the member `node`. */
const IS_OF_NODE = positionsWhere((name, type) => type === 'node' && name === 'node').map(
  (position) => position >= 0,
);

function positionsWhere(isWanted: (name: string, type: string) => boolean): readonly number[] {
  return ENTRIES.map((entry) => {
    const position = Object.entries(entry?.words ?? {}).findIndex(([name, type]) => isWanted(name, type));
    return position < 0 ? Number.NaN : position;
  });
}

/** All kinds, as views name them. */
export const FACT_KINDS: readonly FactView['kind'][] = FACT_SHAPES.flatMap(({ kinds }) => kinds);

function kindOf(kind: number, words: Float64Array, at: number): string | undefined {
  const name = VIEWED[kind]?.name;
  return typeof name === 'object' ? name[words[at]] : name;
}

function viewFact(
  kind: number,
  atMs: number,
  words: Float64Array,
  at: number,
  end: number,
  seq: number,
  names: Names,
): FactView {
  const name = kindOf(kind, words, at);
  if (name === undefined) throw new Error(`fact ${seq} has the unknown kind ${kind}`);
  const view: Record<string, unknown> = { seq, atMs, kind: name };
  for (const word of VIEWED[kind]!.words) {
    word.type.show(view, word.name, words, at + word.position, names, end);
  }
  return view as unknown as FactView;
}

/** Returns the words of a kind in the order of the view's members. */
function shownWords({ words, shownFirst }: Entry) {
  return Object.entries(words)
    .map(([name, type], position) => ({ name, position, type: WORD_TYPES[type] }))
    .sort((a, b) => Number(b.name === shownFirst) - Number(a.name === shownFirst));
}
