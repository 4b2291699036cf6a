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

export interface Found {
  readonly clock: {
    readonly branch: number;
    readonly nowMs: number;
    readonly seq: number;
    readonly hash: string;
  };
  readonly traces: ReadonlyMap<string, Trace>;
  /** GPRs that are not removed. */
  readonly records: ReadonlyMap<string, GprRecord>;
  readonly keys: readonly { readonly apiKey: string; readonly name: string }[];
}

interface Fact {
  readonly kind: string;
  readonly gprId?: string;
  readonly priority?: number;
  readonly reason?: string;
}

const PAGE = 10_000;

export async function findAll(connection: Connection): Promise<Found> {
  const clock = await connection.data('GET', '/sim/clock');
  const traces = await findTraces(connection, clock.seq);
  const records: Map<string, GprRecord> = new Map();
  for (const workspace of WORKSPACES) {
    const { items } = await connection.data('GET', `/api/v1/gpr/list?sliceName=${workspace}`);
    for (const item of items as GprRecord[]) records.set(item.gprId, item);
  }
  // The lists lack GPRs that ended long ago.
  for (const gprId of traces.keys()) {
    if (records.has(gprId)) continue;
    const answer = await connection.ask('GET', `/api/v1/gpr?gprId=${gprId}`);
    if (answer?.status === 200) records.set(gprId, answer.data);
    else if (answer?.status !== 404) throw new Error(`${gprId}: ${JSON.stringify(answer)}`);
  }
  const { data: keys } = await connection.data('GET', '/api/v1/api-key/list');
  return { clock, traces, records, keys };
}

async function findTraces(connection: Connection, seq: number): Promise<Map<string, Trace>> {
  const traces: Map<string, Trace> = new Map();
  for (let after = 0; after < seq; ) {
    const page = await connection.data('GET', `/sim/facts?after=${after}&limit=${PAGE}`);
    for (const fact of page.facts as Fact[]) if (fact.gprId !== undefined) add(traces, fact);
    after = page.next;
  }
  return traces;
}

function add(traces: Map<string, Trace>, { kind, gprId, priority, reason }: Fact): void {
  const trace = traces.get(gprId!) ?? { creations: 0, priorities: [], releases: 0, removals: 0 };
  traces.set(gprId!, trace);
  if (kind === 'gpr.created') trace.creations++;
  if (kind === 'gpr.created' || kind === 'gpr.changed') trace.priorities.push(priority!);
  if (kind === 'gpr.ended' && reason === 'early release') trace.releases++;
  if (kind === 'gpr.removed') trace.removals++;
}
