// What a world must hold: the effects of all acknowledged requests, in each branch. Also the requests whose effects are unknown.

import type { Fact, Trace } from './found.ts';
import { tracesOf } from './found.ts';

export interface Gpr {
  readonly id: string;
  readonly workspace: string;
  /** The name and the priority of the creation, then those of each change. */
  readonly names: string[];
  readonly priorities: number[];
  isReleased: boolean;
  isRemoved: boolean;
}

/** A change of the current branch, or of the list of branches. */
export type BranchRequest =
  | {
      readonly kind: 'rewind';
      readonly target: { readonly to: string } | { readonly seq: number };
      /** The facts about GPRs of the branch that is left. */
      readonly facts: readonly Fact[];
    }
  | { readonly kind: 'switch' | 'delete-branch'; readonly branch: number }
  | { readonly kind: 'reset' };

export type Request =
  | { readonly kind: 'create'; readonly name: string; readonly workspace: string; readonly priority: number }
  | { readonly kind: 'change'; readonly gpr: Gpr; readonly name: string; readonly priority: number }
  | { readonly kind: 'release' | 'remove'; readonly gpr: Gpr }
  | { readonly kind: 'create-key'; readonly name: string }
  | { readonly kind: 'remove-key'; readonly value: string }
  | { readonly kind: 'advance'; readonly byMs: number }
  | BranchRequest;

export function isBranchRequest(request: Request): request is BranchRequest {
  return ['rewind', 'switch', 'delete-branch', 'reset'].includes(request.kind);
}

/** The part of an answer's data that matters here. */
export interface Outcome {
  readonly gprId?: string;
  readonly apiKey?: string;
  readonly branch?: number;
  readonly nowMs?: number;
  readonly seq?: number;
}

export interface LedgerBranch {
  /** GPRs by id, also the removed ones. */
  readonly gprs: Map<string, Gpr>;
  /** GPRs that are not removed. */
  readonly live: Gpr[];
  /** The branch in which it begins; null at the start of the scenario. */
  parent: number | null;
  /** Its clock is at this position or behind it. */
  clock: { readonly nowMs: number; readonly seq: number };
  /** How the server lists its end, which stays as long as another branch is the current one; undefined if it is not known. */
  end: string | undefined;
}

export class Ledger {
  readonly branches: Map<number, LedgerBranch> = new Map([[1, emptyBranch()]]);
  /** Number of the current branch. */
  branch = 1;
  /** The greatest number that a branch has had. */
  lastBranch = 1;
  readonly ownerKey: string;
  /** Values of other API keys, and their names. */
  readonly keys: Map<string, string> = new Map();
  readonly removedKeys: Set<string> = new Set();
  /** Names of all creations that had an effect, in all branches. */
  readonly usedNames: Set<string> = new Set();
  /** Requests without an answer since the last start. */
  unanswered: Request[] = [];

  constructor(ownerKey: string) {
    this.ownerKey = ownerKey;
  }

  get present(): LedgerBranch {
    return this.branches.get(this.branch)!;
  }

  get gprs(): Map<string, Gpr> {
    return this.present.gprs;
  }

  get live(): Gpr[] {
    return this.present.live;
  }

  /** Notes that a request took effect. */
  apply(request: Request, outcome: Outcome): void {
    switch (request.kind) {
      case 'create': {
        const { name, workspace, priority } = request;
        const id = outcome.gprId!;
        const states = { names: [name], priorities: [priority], isReleased: false, isRemoved: false };
        const gpr: Gpr = { id, workspace, ...states };
        this.gprs.set(id, gpr);
        this.live.push(gpr);
        this.usedNames.add(name);
        return;
      }
      case 'change':
        request.gpr.names.push(request.name);
        request.gpr.priorities.push(request.priority);
        return;
      case 'release':
        request.gpr.isReleased = true;
        return;
      case 'remove':
        request.gpr.isRemoved = true;
        this.live.splice(this.live.indexOf(request.gpr), 1);
        return;
      case 'create-key':
        this.keys.set(outcome.apiKey!, request.name);
        this.usedNames.add(request.name);
        return;
      case 'remove-key':
        this.keys.delete(request.value);
        this.removedKeys.add(request.value);
        return;
      case 'delete-branch':
        this.branches.delete(request.branch);
        return;
      case 'advance':
        break;
      case 'reset':
        this.#enter(outcome.branch!, emptyBranch());
        break;
      case 'rewind':
        this.#enter(outcome.branch!, this.#begun(outcome.seq!, request.facts));
        break;
      case 'switch':
        this.branch = request.branch;
        this.present.end = undefined;
    }
    this.present.clock = { nowMs: outcome.nowMs!, seq: outcome.seq! };
  }

  #enter(branch: number, content: LedgerBranch): void {
    this.branches.set(branch, content);
    this.branch = branch;
    this.lastBranch = Math.max(this.lastBranch, branch);
  }

  /** The current branch up to fact `seq`. */
  #begun(seq: number, facts: readonly Fact[]): LedgerBranch {
    const begun = emptyBranch(this.branch);
    const traces = tracesOf(facts.filter((fact) => fact.seq <= seq));
    for (const gpr of this.gprs.values()) {
      const trace = traces.get(gpr.id);
      if (trace === undefined) continue;
      const then = gprAt(gpr, trace);
      begun.gprs.set(then.id, then);
      if (!then.isRemoved) begun.live.push(then);
    }
    return begun;
  }
}

function emptyBranch(parent: number | null = null): LedgerBranch {
  return { gprs: new Map(), live: [], parent, clock: { nowMs: 0, seq: 0 }, end: undefined };
}

/** A GPR as it was after the facts of a trace. */
function gprAt({ id, workspace, names, priorities }: Gpr, trace: Trace): Gpr {
  const changes = trace.priorities.length;
  return {
    id,
    workspace,
    names: names.slice(0, changes),
    priorities: priorities.slice(0, changes),
    isReleased: trace.releases > 0,
    isRemoved: trace.removals > 0,
  };
}
