// Reads over HTTP what a server holds: GPRs, the facts about them, and API keys.

import type { Connection } from './connection.ts';
import { WORKSPACES } from './scenario.ts';

export interface GprRecord {
  readonly gprId: string;
  readonly gprName: string;
  readonly sliceName: string;
  readonly priority: number;
  readonly earlyRelease: boolean;
}

/** Facts about one GPR. */
export interface Trace {
  creations: number;
  /** Of the creation, then of each change. */
  readonly priorities: number[];
  releases: number;
  removals: number;
}

/** A branch as the server lists it. */
export interface BranchRow {
  readonly branch: number;
  readonly parent: number | null;
  /** Number of its first own fact. */
  readonly seq: number;
  readonly now: string;
  readonly facts: number;
  readonly commands: number;
  readonly hash: string;
}

export interface Found {
  readonly clock: {
    readonly branch: number;
    readonly nowMs: number;
    readonly seq: number;
    readonly hash: string;
  };
  readonly branches: readonly BranchRow[];
  readonly traces: ReadonlyMap<string, Trace>;
  /** GPRs that are not removed. */
  readonly records: ReadonlyMap<string, GprRecord>;
  readonly keys: readonly { readonly apiKey: string; readonly name: string }[];
}

/** A fact about a GPR. */
export interface Fact {
  readonly seq: number;
  readonly kind: string;
  readonly gprId: string;
  readonly priority?: number;
  readonly reason?: string;
}

const PAGE = 10_000;

export async function findAll(connection: Connection): Promise<Found> {
  const clock = await connection.get('/sim/clock');
  const traces = tracesOf(await findFacts(connection, clock.seq));
  const records: Map<string, GprRecord> = new Map();
  for (const workspace of WORKSPACES) {
    const { items } = await connection.get(`/api/v1/gpr/list?sliceName=${workspace}`);
    for (const item of items as GprRecord[]) records.set(item.gprId, item);
  }
  // The lists lack GPRs that ended long ago.
  for (const gprId of traces.keys()) {
    if (records.has(gprId)) continue;
    const answer = await connection.ask('GET', `/api/v1/gpr?gprId=${gprId}`);
    if (answer?.status === 200) records.set(gprId, answer.data);
    else if (answer?.status !== 404) throw new Error(`${gprId}: ${JSON.stringify(answer)}`);
  }
  const { data: keys } = await connection.get('/api/v1/api-key/list');
  return { clock, branches: await findBranches(connection), traces, records, keys };
}

export async function findBranches(connection: Connection): Promise<BranchRow[]> {
  return (await connection.get('/sim/branches')).branches;
}

/** Reads the facts about GPRs up to number `seq`. */
export async function findFacts(connection: Connection, seq: number): Promise<Fact[]> {
  const facts: Fact[] = [];
  for (let after = 0; after < seq; ) {
    const page = await connection.get(`/sim/facts?after=${after}&limit=${PAGE}`);
    for (const fact of page.facts as Partial<Fact>[])
      if (fact.gprId !== undefined && fact.seq! <= seq) facts.push(fact as Fact);
    after = page.next;
  }
  return facts;
}

export function tracesOf(facts: readonly Fact[]): Map<string, Trace> {
  const traces: Map<string, Trace> = new Map();
  for (const { kind, gprId, priority, reason } of facts) {
    const trace = traces.get(gprId) ?? { creations: 0, priorities: [], releases: 0, removals: 0 };
    traces.set(gprId, trace);
    if (kind === 'gpr.created') trace.creations++;
    if (kind === 'gpr.created' || kind === 'gpr.changed') trace.priorities.push(priority!);
    if (kind === 'gpr.ended' && reason === 'early release') trace.releases++;
    if (kind === 'gpr.removed') trace.removals++;
  }
  return traces;
}
