// What must be true of a client when it ends, whatever faults it met.

import type { ClientEnd } from '../clients/client.ts';
import { type Call, type MadeGpr, madeGprs } from './calls.ts';

/** A fact of the world, as `GET /sim/facts` has it. */
export interface Fact {
  readonly seq: number;
  readonly at: string;
  readonly kind: string;
  readonly gprId?: string;
}

/** What is known of a run when its client has ended. */
export interface Evidence {
  readonly seed: number;
  readonly calls: readonly Call[];
  readonly facts: readonly Fact[];
  readonly end: ClientEnd;
}

/** Returns what is wrong, as a sentence; undefined: nothing. */
type Check = (evidence: Evidence) => string | undefined;

export interface Invariant {
  readonly name: string;
  /** What a broken one means. */
  readonly summary: string;
  readonly check: Check;
}

/** Real ms below which a repeated call had no pause before it. */
const PAUSE_MS = 50;
/** How many repetitions without a pause are too many. */
const HASTY_MAX = 3;

/** In the order in which a run is judged: the first that is broken names the failure. */
export const INVARIANTS: readonly Invariant[] = [
  {
    name: 'hang',
    summary: 'the client neither made a call nor ended until the time limit',
    check: ({ end }) => (end.why === 'hang' ? end.failure : undefined),
  },
  {
    name: 'endless',
    summary: 'the client made more calls than the limit',
    check: ({ end }) => (end.why === 'endless' ? end.failure : undefined),
  },
  {
    name: 'token',
    summary: 'a token was used again after the service had refused it',
    // Calls that were on their way when another one was refused are no use of an ended token.
    check: ({ calls }) => {
      const refused: Call[] = [];
      let newest = 0;
      for (const call of calls) {
        const { token } = call;
        if (token === null) continue;
        const before = refused.find(
          (other) => other.token === token && (token < newest || isSame(other, call)),
        );
        if (before !== undefined)
          return `call ${call.number} has the token that was refused in call ${before.number}`;
        if (call.status === 401) refused.push(call);
        newest = Math.max(newest, token);
      }
      return undefined;
    },
  },
  {
    name: 'haste',
    summary: `a failed call was repeated ${HASTY_MAX} times in a row without a pause`,
    check: ({ calls }) => {
      let hasty = 0;
      for (const [before, call] of pairs(calls)) {
        const isRepeated = hasFailed(before) && isSame(before, call);
        hasty = isRepeated && call.pauseMs < PAUSE_MS ? hasty + 1 : 0;
        if (hasty === HASTY_MAX)
          return `call ${call.number} repeats ${call.method} ${call.path} at once, as those before it`;
      }
      return undefined;
    },
  },
  {
    name: 'duplicate',
    summary: 'a GPR was made twice, because the answer to the first call was lost',
    check: ({ calls, facts }) => {
      const made = madeGprs(calls);
      const ends = endsOf(facts);
      const createdSeq = new Map(
        facts.filter(({ kind }) => kind === 'gpr.created').map(({ gprId, seq }) => [gprId, seq]),
      );
      for (const [index, gpr] of made.entries()) {
        const twin = made
          .slice(0, index)
          .find(
            (other) =>
              isTwin(other, gpr) &&
              !((ends.get(other.gprId) ?? Number.POSITIVE_INFINITY) < createdSeq.get(gpr.gprId)!),
          );
        if (twin !== undefined)
          return `${gpr.gprId} is a second ${gpr.name} of ${gpr.workspace}: the answer with ${twin.gprId} to call ${twin.call.number} was lost`;
      }
      return undefined;
    },
  },
  {
    name: 'leak',
    summary: 'a GPR of the client was left, and not handed over',
    check: ({ calls, facts, end }) => {
      const ends = endsOf(facts);
      const left = madeGprs(calls).filter(({ gprId }) => !ends.has(gprId) && !end.handedOver.includes(gprId));
      if (left.length === 0) return undefined;
      return left
        .map(({ gprId, name, workspace }) => `${gprId}, ${name} of ${workspace}, is left`)
        .join('; ');
    },
  },
  {
    name: 'unasked',
    summary: 'a change was made whose answer was lost, and the client never asked what became of it',
    check: ({ calls }) => {
      const lost = calls.find(
        (call, index) =>
          call.method !== 'GET' &&
          call.operation !== 'authenticate' &&
          call.status === null &&
          call.answer !== null &&
          call.answer.status < 400 &&
          !calls.slice(index + 1).some((later) => familyOf(later) === familyOf(call) && !hasFailed(later)),
      );
      return (
        lost &&
        `call ${lost.number}, ${lost.method} ${lost.path}, was executed without an answer, and no call after it asks for it`
      );
    },
  },
  {
    name: 'exit',
    summary: 'the client failed',
    check: ({ end }) => (end.why === 'exit' ? end.failure : undefined),
  },
];

function* pairs(calls: readonly Call[]): Generator<readonly [Call, Call]> {
  for (let i = 1; i < calls.length; i++) yield [calls[i - 1]!, calls[i]!];
}

/** Whether a fault kept the answer of the operation from the client. */
function hasFailed({ status, fault }: Call): boolean {
  return status === null || fault === 'busy' || fault === 'unavailable';
}

function isSame(one: Call, other: Call): boolean {
  return one.method === other.method && one.path === other.path && one.body === other.body;
}

/** The last fact of each GPR that has ended. */
function endsOf(facts: readonly Fact[]): ReadonlyMap<string, number> {
  const ended = facts.filter(({ kind }) => kind === 'gpr.ended' || kind === 'gpr.removed');
  return new Map(ended.map(({ gprId, seq }) => [gprId!, seq]));
}

/** Whether a GPR whose creation the client did not see has the name of a later one. */
function isTwin(lost: MadeGpr, later: MadeGpr): boolean {
  return lost.call.status === null && lost.name === later.name && lost.workspace === later.workspace;
}

/** The kind of thing that a call is about, such as `gpr`. */
function familyOf({ path }: Call): string | undefined {
  return /^\/api\/v1\/([\w-]+)/.exec(path)?.[1];
}
