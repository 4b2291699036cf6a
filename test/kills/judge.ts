// Compares what a restarted server holds with what was acknowledged, and notes which unanswered requests took effect.

import type { BranchRow, Found, GprRecord, Trace } from './found.ts';
import type { Gpr, Ledger, Request } from './ledger.ts';

/**
 * lost: an acknowledged effect is missing. twice: a request had its effect more often than it was sent.
 * wrong: any other difference.
 */
export type Fault = 'lost' | 'twice' | 'wrong';

export interface Difference {
  readonly fault: Fault;
  readonly why: string;
}

export interface Judged {
  readonly differences: readonly Difference[];
  readonly tookEffect: number;
  readonly hadNoEffect: number;
}

const NO_TRACE: Trace = { creations: 0, priorities: [], releases: 0, removals: 0 };

/** Afterwards the ledger has the effects of unanswered requests that took effect, and no unanswered requests. */
export function judge(ledger: Ledger, found: Found): Judged {
  const judging = new Judging(ledger, found);
  judging.judge();
  const tookEffect = judging.tookEffect.size;
  const hadNoEffect = ledger.unanswered.length - tookEffect;
  ledger.unanswered = [];
  return { differences: judging.differences, tookEffect, hadNoEffect };
}

/** Compares the facts about the GPRs of the current branch with the ledger, while no request is under way. */
export function judgeTraces(ledger: Ledger, traces: Found['traces']): readonly Difference[] {
  const found = { ...NOTHING, traces };
  const judging = new Judging(ledger, found);
  judging.judgeTraces();
  return judging.differences;
}

/** Compares the list of branches with the ledger, and notes the ends of those that are not the current one. */
export function judgeBranches(ledger: Ledger, branches: readonly BranchRow[]): readonly Difference[] {
  const judging = new Judging(ledger, { ...NOTHING, branches });
  judging.judgeBranches();
  return judging.differences;
}

const NOTHING: Found = {
  clock: { branch: 0, nowMs: 0, seq: 0, hash: '' },
  branches: [],
  traces: new Map(),
  records: new Map(),
  keys: [],
};

class Judging {
  readonly differences: Difference[] = [];
  readonly tookEffect: Set<Request> = new Set();
  readonly #ledger: Ledger;
  readonly #found: Found;

  constructor(ledger: Ledger, found: Found) {
    this.#ledger = ledger;
    this.#found = found;
  }

  judge(): void {
    this.#judgeClock();
    this.judgeBranches();
    this.judgeTraces();
    this.#judgeRecords();
    this.#judgeKeys();
  }

  judgeTraces(): void {
    for (const gpr of [...this.#ledger.gprs.values()]) this.#judgeTrace(gpr);
    const strange = [...this.#found.traces.keys()].filter((id) => !this.#ledger.gprs.has(id));
    for (const id of strange) this.#judgeStrange(id);
  }

  #judgeClock(): void {
    const { branch, nowMs, seq } = this.#found.clock;
    this.#judgeBranchRequest();
    const { clock } = this.#ledger.present;
    if (branch !== this.#ledger.branch) {
      const fault = branch > this.#ledger.lastBranch ? 'twice' : 'lost';
      this.#report(fault, `the world is in branch ${branch}, not in branch ${this.#ledger.branch}`);
    } else if (nowMs < clock.nowMs || seq < clock.seq) {
      const reached = `${clock.nowMs} ms with ${clock.seq} facts`;
      this.#report('lost', `the clock is at ${nowMs} ms with ${seq} facts; acknowledged are ${reached}`);
    }
    const advance = this.#unanswered((request) => request.kind === 'advance');
    if (advance !== undefined && nowMs > clock.nowMs) this.tookEffect.add(advance);
  }

  /** Notes whether an unanswered change of branches took effect. */
  #judgeBranchRequest(): void {
    const { branches } = this.#found;
    const { branch } = this.#found.clock;
    const isNew = branch === this.#ledger.lastBranch + 1;
    for (const request of this.#ledger.unanswered) {
      const seq = (branches.find((row) => row.branch === branch)?.seq ?? 1) - 1;
      if (request.kind === 'reset' && isNew) this.#apply(request, { branch, nowMs: 0, seq: 0 });
      if (request.kind === 'rewind' && isNew) this.#apply(request, { branch, nowMs: 0, seq });
      if (request.kind === 'switch' && request.branch === branch)
        this.#apply(request, this.#ledger.branches.get(branch)!.clock);
      if (request.kind === 'delete-branch' && branches.every((row) => row.branch !== request.branch))
        this.#apply(request, {});
    }
  }

  judgeBranches(): void {
    const { branches } = this.#ledger;
    const listed = new Set(this.#found.branches.map(({ branch }) => branch));
    for (const branch of branches.keys())
      if (!listed.has(branch)) this.#report('lost', `branch ${branch} is not listed`);
    for (const { branch, parent, now, facts, commands, hash } of this.#found.branches) {
      const known = branches.get(branch);
      if (known === undefined) {
        const wasDeleted = branch <= this.#ledger.lastBranch;
        this.#report(
          wasDeleted ? 'lost' : 'wrong',
          `${wasDeleted ? 'the deletion of ' : ''}branch ${branch}`,
        );
        continue;
      }
      // A rewind to before the first own fact of a branch begins in an ancestor of it.
      if (!this.#isAncestor(parent, known.parent))
        this.#report('wrong', `branch ${branch} begins in ${parent}, not in ${known.parent}`);
      known.parent = parent;
      if (branch === this.#ledger.branch) continue;
      const end = [now, `${facts} facts`, `${commands} commands`, hash].join(', ');
      if (known.end === undefined && facts < known.clock.seq)
        this.#report('lost', `branch ${branch} has ${facts} facts; acknowledged are ${known.clock.seq}`);
      if (known.end !== undefined && known.end !== end)
        this.#report('lost', `branch ${branch} ends with ${end}; it was left with ${known.end}`);
      known.end = end;
    }
  }

  /** Whether a branch is another one, or one of its ancestors. */
  #isAncestor(one: number | null, of: number | null): boolean {
    for (let next = of; next !== null; next = this.#ledger.branches.get(next)?.parent ?? null)
      if (next === one) return true;
    return one === of;
  }

  /** Compares the facts about an acknowledged GPR. */
  #judgeTrace(gpr: Gpr): void {
    const trace = this.#found.traces.get(gpr.id) ?? NO_TRACE;
    const unanswered = this.#unanswered((request) => 'gpr' in request && request.gpr === gpr);
    if (unanswered !== undefined && hasOneMore(trace, gpr, unanswered)) this.#apply(unanswered, {});
    const what = `of ${gpr.id} (${gpr.names.at(-1)})`;
    this.#judgeCount(trace.creations, 1, `creations ${what}`);
    this.#judgeCount(trace.priorities.length - 1, gpr.priorities.length - 1, `changes ${what}`);
    this.#judgeCount(trace.releases, Number(gpr.isReleased), `releases ${what}`);
    this.#judgeCount(trace.removals, Number(gpr.isRemoved), `deletions ${what}`);
    const [found, expected] = [trace.priorities.join(), gpr.priorities.join()];
    if (trace.priorities.length === gpr.priorities.length && found !== expected) {
      this.#report('wrong', `the priorities ${what} were ${found}, not ${expected}`);
    }
  }

  /** Judges a GPR whose creation was not acknowledged. */
  #judgeStrange(id: string): void {
    const trace = this.#found.traces.get(id)!;
    const record = this.#found.records.get(id);
    const name = record?.gprName;
    const creation = this.#unanswered((request) => request.kind === 'create' && request.name === name);
    if (record !== undefined && creation?.kind === 'create') {
      this.#apply(creation, { gprId: id });
      this.#judgeTrace(this.#ledger.gprs.get(id)!);
    } else if (name !== undefined && this.#ledger.usedNames.has(name)) {
      this.#report('twice', `${id} is another creation of ${name}`);
    } else {
      this.#report('wrong', `no request created ${id} (${name}): ${JSON.stringify(trace)}`);
    }
  }

  #judgeRecords(): void {
    const { records, traces } = this.#found;
    for (const gpr of this.#ledger.gprs.values()) {
      const record = records.get(gpr.id);
      const what = `${gpr.id} (${gpr.names.at(-1)})`;
      if (gpr.isRemoved && record !== undefined) this.#report('lost', `the deletion of ${what}`);
      if (gpr.isRemoved) continue;
      if (record === undefined) this.#report('lost', `GET does not find ${what}`);
      else if (textOf(record) !== textOf(recordOf(gpr))) {
        this.#report('lost', `${what} is ${textOf(record)}, not ${textOf(recordOf(gpr))}`);
      }
    }
    for (const [id, { gprName }] of records) {
      if (!traces.has(id)) this.#report('wrong', `no fact mentions ${id} (${gprName})`);
    }
    for (const name of repeated([...records.values()].map(({ gprName }) => gprName))) {
      this.#report('twice', `several GPRs are named ${name}`);
    }
  }

  #judgeKeys(): void {
    const { keys } = this.#found;
    const values = new Set(keys.map(({ apiKey }) => apiKey));
    for (const { apiKey, name } of keys) {
      if (this.#ledger.keys.has(apiKey) || apiKey === this.#ledger.ownerKey) continue;
      const creation = this.#unanswered((request) => request.kind === 'create-key' && request.name === name);
      if (creation !== undefined) this.#apply(creation, { apiKey });
      else if (this.#ledger.removedKeys.has(apiKey)) this.#report('lost', `the deletion of the key ${name}`);
      else if (this.#ledger.usedNames.has(name)) this.#report('twice', `the creation of the key ${name}`);
      else this.#report('wrong', `no request created the key ${name}`);
    }
    for (const [value, name] of [...this.#ledger.keys]) {
      if (values.has(value)) continue;
      const removal = this.#unanswered((request) => request.kind === 'remove-key' && request.value === value);
      if (removal !== undefined) this.#apply(removal, {});
      else this.#report('lost', `the key ${name}`);
    }
    if (!values.has(this.#ledger.ownerKey)) this.#report('lost', 'the Owner key');
    for (const value of repeated(keys.map(({ apiKey }) => apiKey))) {
      this.#report('twice', `the key ${value} is listed several times`);
    }
  }

  #judgeCount(found: number, expected: number, what: string): void {
    if (found === expected) return;
    this.#report(found < expected ? 'lost' : 'twice', `${found} instead of ${expected} ${what}`);
  }

  /** Returns the matching request without an answer, unless it has already been found to have taken effect. */
  #unanswered(matches: (request: Request) => boolean): Request | undefined {
    return this.#ledger.unanswered.find((request) => matches(request) && !this.tookEffect.has(request));
  }

  #apply(request: Request, outcome: Parameters<Ledger['apply']>[1]): void {
    this.#ledger.apply(request, outcome);
    this.tookEffect.add(request);
  }

  #report(fault: Fault, why: string): void {
    this.differences.push({ fault, why });
  }
}

/** Reports whether there is one more fact than acknowledgments, and it is what the request leaves. */
function hasOneMore(trace: Trace, gpr: Gpr, request: Request): boolean {
  switch (request.kind) {
    case 'change':
      return trace.priorities.join() === [...gpr.priorities, request.priority].join();
    case 'release':
      return trace.releases === Number(gpr.isReleased) + 1;
    default:
      return trace.removals === Number(gpr.isRemoved) + 1;
  }
}

function recordOf({ id, names, workspace, priorities, isReleased }: Gpr): GprRecord {
  return {
    gprId: id,
    gprName: names.at(-1)!,
    sliceName: workspace,
    priority: priorities.at(-1)!,
    earlyRelease: isReleased,
  };
}

function textOf({ gprName, sliceName, priority, earlyRelease }: GprRecord): string {
  return `${gprName} of ${sliceName} with priority ${priority}${earlyRelease ? ', released' : ''}`;
}

function repeated(texts: readonly string[]): Set<string> {
  const seen: Set<string> = new Set();
  return new Set(texts.filter((text) => seen.size === seen.add(text).size));
}
