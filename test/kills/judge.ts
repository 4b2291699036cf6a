// Compares what a restarted server holds with what was acknowledged, and notes which unanswered requests took effect.

import type { Found, GprRecord, Trace } from './found.ts';
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
    for (const gpr of [...this.#ledger.gprs.values()]) this.#judgeTrace(gpr);
    const strange = [...this.#found.traces.keys()].filter((id) => !this.#ledger.gprs.has(id));
    for (const id of strange) this.#judgeStrange(id);
    this.#judgeRecords();
    this.#judgeKeys();
  }

  #judgeClock(): void {
    const { branch, nowMs, seq } = this.#found.clock;
    const reset = this.#unanswered((request) => request.kind === 'reset');
    if (reset !== undefined && branch === this.#ledger.clock.branch + 1) {
      this.#apply(reset, { branch, nowMs: 0, seq: 0 });
    }
    const { clock } = this.#ledger;
    if (branch !== clock.branch) {
      const fault = branch < clock.branch ? 'lost' : 'twice';
      this.#report(fault, `the world is in branch ${branch}, not in branch ${clock.branch}`);
    } else if (nowMs < clock.nowMs || seq < clock.seq) {
      const reached = `${clock.nowMs} ms with ${clock.seq} facts`;
      this.#report('lost', `the clock is at ${nowMs} ms with ${seq} facts; acknowledged are ${reached}`);
    }
    const advance = this.#unanswered((request) => request.kind === 'advance');
    if (advance !== undefined && nowMs > clock.nowMs) this.tookEffect.add(advance);
  }

  /** Compares the facts about an acknowledged GPR. */
  #judgeTrace(gpr: Gpr): void {
    const trace = this.#found.traces.get(gpr.id) ?? NO_TRACE;
    const unanswered = this.#unanswered((request) => 'gpr' in request && request.gpr === gpr);
    if (unanswered !== undefined && hasOneMore(trace, gpr, unanswered)) this.#apply(unanswered, {});
    const what = `of ${gpr.id} (${gpr.name})`;
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
      const what = `${gpr.id} (${gpr.name})`;
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

function recordOf({ id, name, workspace, priorities, isReleased }: Gpr): GprRecord {
  return {
    gprId: id,
    gprName: name,
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
