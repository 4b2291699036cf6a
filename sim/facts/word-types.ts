// The types of words in facts: each type defines which members of a view show a word, and with which value.

import type { IdCipher } from '../base/numbers/ids.ts';
import type { Directory } from '../language/directory.ts';
import type { GprState } from '../language/gpr.ts';
import type { EndpointStatus, PlacementPhase } from '../language/resource-views.ts';
import {
  ENDPOINT_STATUSES,
  faultId,
  PHASES,
  REASON_NAMES,
  Reason,
  type ReasonName,
  STATE_NAMES,
  State,
} from './numbered.ts';

type EndState = Extract<GprState, 'Complete' | 'TimedOut' | 'Failed'>;

/** Word type → members that show a word of the name `Name`. */
export interface WordView<Name extends string> {
  /** For hashes, flags and numbers that only the engine needs. */
  hidden: Readonly<Record<never, never>>;
  whole: Readonly<Record<Name, number>>;
  /** Thousandths, shown as a number with up to three decimals. */
  milli: Readonly<Record<Name, number>>;
  /** −1 becomes null. */
  wholeOrNull: Readonly<Record<Name, number | null>>;
  flag: Readonly<Record<Name, boolean>>;
  text: Readonly<Record<Name, string>>;
  /** A mask, shown as the places of its bits. */
  mask: Readonly<Record<Name, readonly number[]>>;
  /** A uid. */
  gpr: { readonly gprId: string };
  /** A uid; −1 becomes null. */
  gprOrNull: Readonly<Record<Name, string | null>>;
  workspace: { readonly workspace: string; readonly workspaceCreation: number };
  /** −1 adds no members. */
  workspaceIfAny: { readonly workspace?: string; readonly workspaceCreation?: number };
  pool: { readonly cluster: string; readonly instanceType: string; readonly gpuModelName: string };
  cluster: Readonly<Record<Name, string>>;
  node: Readonly<Record<Name, string>>;
  /** The list at the end of a fact. */
  nodes: Readonly<Record<Name, readonly string[]>>;
  fault: { readonly faultId: string };
  endState: Readonly<Record<Name, EndState>>;
  reason: Readonly<Record<Name, ReasonName>>;
  /** Follows a reason: the evicting GPR's uid, the failed node, or unused. */
  culprit: Readonly<Record<Name, string | null>>;
  endpointStatus: Readonly<Record<Name, EndpointStatus>>;
  phase: Readonly<Record<Name, PlacementPhase>>;
}

export type WordTypeName = keyof WordView<string>;

/** The type of a member; a list names all possible texts. */
export interface FactMember {
  readonly is: 'text' | 'texts' | 'whole' | 'wholes' | 'number' | 'flag' | readonly string[];
  readonly nullable?: true;
  readonly optional?: true;
}

export interface Names {
  readonly directory: Directory;
  readonly ids: IdCipher;
}

interface WordType {
  members(name: string): Readonly<Record<string, FactMember>>;
  /** Adds these members to a view. The word is `words[at]`; the fact ends before `end`. */
  show(
    view: Record<string, unknown>,
    name: string,
    words: Float64Array,
    at: number,
    names: Names,
    end: number,
  ): void;
}

const WHOLE: FactMember = { is: 'whole' };
const TEXT: FactMember = { is: 'text' };

export const WORD_TYPES: Readonly<Record<WordTypeName, WordType>> = {
  hidden: { members: () => ({}), show() {} },
  whole: single(WHOLE, (words, at) => words[at]),
  milli: single({ is: 'number' }, (words, at) => words[at] / 1000),
  wholeOrNull: single({ ...WHOLE, nullable: true }, (words, at) => (words[at] < 0 ? null : words[at])),
  flag: single({ is: 'flag' }, (words, at) => words[at] === 1),
  text: single(TEXT, (words, at, { directory }) => directory.texts[words[at]]),
  mask: single({ is: 'wholes' }, (words, at) => bitsOf(words[at])),
  gpr: {
    members: () => ({ gprId: TEXT }),
    show(view, _, words, at, { ids }) {
      view.gprId = ids.gprId(words[at]);
    },
  },
  gprOrNull: single({ ...TEXT, nullable: true }, (words, at, { ids }) =>
    words[at] < 0 ? null : ids.gprId(words[at]),
  ),
  workspace: {
    members: () => ({ workspace: TEXT, workspaceCreation: WHOLE }),
    show: (view, _, words, at, names) => showWorkspace(view, words[at], names),
  },
  workspaceIfAny: {
    members: () => ({
      workspace: { ...TEXT, optional: true },
      workspaceCreation: { ...WHOLE, optional: true },
    }),
    show(view, _, words, at, names) {
      if (words[at] >= 0) showWorkspace(view, words[at], names);
    },
  },
  pool: {
    members: () => ({ cluster: TEXT, instanceType: TEXT, gpuModelName: TEXT }),
    show(view, _, words, at, { directory }) {
      const { cluster, instanceType, gpuModelName } = directory.poolNames(words[at]);
      view.cluster = cluster;
      view.instanceType = instanceType;
      view.gpuModelName = gpuModelName;
    },
  },
  cluster: single(TEXT, (words, at, { directory }) => directory.clusters[words[at]].name),
  node: single(TEXT, (words, at, { directory }) => directory.nodeNames[words[at]]),
  nodes: single({ is: 'texts' }, (words, at, { directory }, end) => {
    const nodes: string[] = [];
    for (let i = at; i < end; i++) nodes.push(directory.nodeNames[words[i]]);
    return nodes;
  }),
  fault: {
    members: () => ({ faultId: TEXT }),
    show(view, _, words, at) {
      view.faultId = faultId(words[at]);
    },
  },
  endState: single({ is: STATE_NAMES.slice(State.complete) }, (words, at) => STATE_NAMES[words[at]]),
  reason: single({ is: REASON_NAMES.slice(Reason.exitDuration) }, (words, at) => REASON_NAMES[words[at]]),
  culprit: single({ ...TEXT, nullable: true }, (words, at, { directory, ids }) => {
    const reason = words[at - 1];
    if (reason === Reason.eviction) return ids.gprId(words[at]);
    return reason === Reason.nodeFailure ? directory.nodeNames[words[at]] : null;
  }),
  endpointStatus: single({ is: ENDPOINT_STATUSES }, (words, at) => ENDPOINT_STATUSES[words[at]]),
  phase: single({ is: PHASES }, (words, at) => PHASES[words[at]]),
};

/** A type whose words are shown by one member with the word's name. */
function single(
  member: FactMember,
  read: (words: Float64Array, at: number, names: Names, end: number) => unknown,
): WordType {
  return {
    members: (name) => ({ [name]: member }),
    show(view, name, words, at, names, end) {
      view[name] = read(words, at, names, end);
    },
  };
}

function showWorkspace(view: Record<string, unknown>, workspace: number, { directory }: Names): void {
  view.workspace = directory.workspaceName(workspace);
  view.workspaceCreation = directory.creationOf(workspace);
}

function bitsOf(mask: number): number[] {
  const places: number[] = [];
  for (let place = 0; 2 ** place <= mask; place++) if ((mask & (1 << place)) !== 0) places.push(place);
  return places;
}
