// What a world must hold: the effects of all acknowledged requests. Also the requests whose effects are unknown.

export interface Gpr {
  readonly id: string;
  readonly workspace: string;
  name: string;
  /** The priority of the creation, then that of each change. */
  readonly priorities: number[];
  isReleased: boolean;
  isRemoved: boolean;
}

export type Request =
  | { readonly kind: 'create'; readonly name: string; readonly workspace: string; readonly priority: number }
  | { readonly kind: 'change'; readonly gpr: Gpr; readonly name: string; readonly priority: number }
  | { readonly kind: 'release' | 'remove'; readonly gpr: Gpr }
  | { readonly kind: 'create-key'; readonly name: string }
  | { readonly kind: 'remove-key'; readonly value: string }
  | { readonly kind: 'advance'; readonly byMs: number }
  | { readonly kind: 'reset' };

/** The part of an answer's data that matters here. */
export interface Outcome {
  readonly gprId?: string;
  readonly apiKey?: string;
  readonly branch?: number;
  readonly nowMs?: number;
  readonly seq?: number;
}

export class Ledger {
  /** GPRs of the present branch by id, also the removed ones. */
  readonly gprs: Map<string, Gpr> = new Map();
  /** GPRs that are not removed. */
  live: Gpr[] = [];
  readonly ownerKey: string;
  /** Values of other API keys, and their names. */
  readonly keys: Map<string, string> = new Map();
  readonly removedKeys: Set<string> = new Set();
  /** Names of all creations that had an effect, in all branches. */
  readonly usedNames: Set<string> = new Set();
  /** The clock is at this position or behind it. */
  clock = { branch: 1, nowMs: 0, seq: 0 };
  /** Requests without an answer since the last start. */
  unanswered: Request[] = [];

  constructor(ownerKey: string) {
    this.ownerKey = ownerKey;
  }

  /** Notes that a request took effect. */
  apply(request: Request, outcome: Outcome): void {
    switch (request.kind) {
      case 'create': {
        const { name, workspace, priority } = request;
        const id = outcome.gprId!;
        const gpr: Gpr = { id, workspace, name, priorities: [priority], isReleased: false, isRemoved: false };
        this.gprs.set(id, gpr);
        this.live.push(gpr);
        this.usedNames.add(name);
        return;
      }
      case 'change':
        request.gpr.name = request.name;
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
      case 'advance':
      case 'reset':
        if (request.kind === 'reset') {
          this.gprs.clear();
          this.live = [];
        }
        this.clock = { branch: outcome.branch!, nowMs: outcome.nowMs!, seq: outcome.seq! };
    }
  }
}
