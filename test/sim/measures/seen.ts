// What the facts of a run state about its GPRs and nodes: a second reading, for tests of the figures.

import { namedWords } from '../../../sim/facts/log.ts';
import {
  eachFact,
  FactKind,
  type FactRun,
  Flag,
  NEVER,
  Origin,
  Reason,
  type Scenario,
  State,
  uidOf,
} from '../../../sim/index.ts';

export interface Interval {
  readonly fromMs: number;
  /** NEVER = still lasting. */
  toMs: number;
  readonly gpus: number;
}

export interface SeenGpr {
  readonly uid: number;
  readonly workspace: number;
  readonly pool: number;
  readonly createdMs: number;
  /** As `createdMs`, but of the first of the GPRs that bursts replaced. */
  bornMs: number;
  readonly gpus: number;
  readonly exitMs: number;
  readonly queued: Interval[];
  readonly held: Interval[];
  /** While it was Successful. */
  readonly ran: Interval[];
  readonly evictedMs: number[];
  waitMs: number | null;
  startedMs: number;
  isRemoved: boolean;
  timedOutAfterMs: number | null;
  end: { readonly atMs: number; readonly state: number } | null;
}

export interface SeenNode {
  readonly pool: number;
  readonly gpus: number;
  readonly up: Interval[];
}

export interface Seen {
  readonly gprs: readonly SeenGpr[];
  readonly nodes: readonly SeenNode[];
  /** Uid → run time, for GPRs that do not run for their whole exit duration. */
  readonly runTimes: ReadonlyMap<number, number>;
}

/** Everything that the facts of a run state about GPRs and nodes. */
export function seenIn(
  runs: readonly FactRun[],
  scenario: Scenario,
  poolTypes: ReadonlyMap<number, number>,
): Seen {
  const gprs = new Map<number, SeenGpr>();
  const nodes = new Map<number, SeenNode>();
  const close = (intervals: readonly Interval[], atMs: number) => {
    const last = intervals.at(-1);
    if (last !== undefined && last.toMs === NEVER) last.toMs = atMs;
  };
  for (const run of runs) {
    eachFact(run, (kind, atMs, at, count) => {
      const fact = namedWords(kind, run.words, at, count) as Record<string, number>;
      const gpr = gprs.get(fact.uid);
      const node = nodes.get(fact.node);
      const open = (gpus: number): Interval => ({ fromMs: atMs, toMs: NEVER, gpus });
      if (kind === FactKind.gprCreated) {
        const isDedicated = (fact.flags & Flag.dedicatedNodes) !== 0;
        const onNode = isDedicated ? Math.max(fact.gpusPerNode, poolTypes.get(fact.pool)!) : fact.gpusPerNode;
        gprs.set(fact.uid, {
          uid: fact.uid,
          workspace: fact.workspace,
          pool: fact.pool,
          exitMs: fact.exitMs,
          createdMs: atMs,
          bornMs: atMs,
          gpus: fact.nodeCount * onNode,
          queued: [open(0)],
          held: [],
          ran: [],
          evictedMs: [],
          waitMs: null,
          startedMs: 0,
          isRemoved: false,
          timedOutAfterMs: null,
          end: null,
        });
      } else if (kind === FactKind.gprProvisioning) {
        close(gpr!.queued, atMs);
        gpr!.held.push(open(fact.gpus));
        if (fact.waitMs < 0) return;
        gpr!.waitMs = fact.waitMs;
        gpr!.startedMs = atMs;
      } else if (kind === FactKind.gprSuccessful) {
        gpr!.ran.push(open(0));
      } else if (kind === FactKind.gprRequeued) {
        close(gpr!.held, atMs);
        close(gpr!.ran, atMs);
        gpr!.queued.push(open(0));
        if (fact.reason === Reason.eviction) gpr!.evictedMs.push(atMs);
      } else if (kind === FactKind.gprEnded) {
        close(gpr!.held, atMs);
        close(gpr!.ran, atMs);
        gpr!.end = { atMs, state: fact.state };
        if (fact.reason === Reason.eviction) gpr!.evictedMs.push(atMs);
        if (fact.state === State.timedOut) gpr!.timedOutAfterMs = fact.ranMs;
        // Its deletion later is not a removal from the queue.
        gprs.set(-1 - fact.uid, gpr!);
        gprs.delete(fact.uid);
      } else if (kind === FactKind.gprRemoved && gpr !== undefined) {
        close(gpr.queued, atMs);
        gpr.isRemoved = true;
      } else if (kind === FactKind.placementMoved) {
        const before = gprs.get(fact.left);
        const after = gprs.get(fact.gprId);
        if (before !== undefined && after !== undefined) after.bornMs = before.bornMs;
      } else if (kind === FactKind.nodeAdded) {
        nodes.set(fact.node, { pool: fact.pool, gpus: fact.gpus, up: [open(fact.gpus)] });
      } else if (kind === FactKind.nodeUp) {
        if (node!.up.at(-1)!.toMs !== NEVER) node!.up.push(open(node!.gpus));
      } else if (kind === FactKind.nodeDown || kind === FactKind.nodeRemoved) close(node!.up, atMs);
    });
  }
  return { gprs: [...gprs.values()], nodes: [...nodes.values()], runTimes: runTimesOf(scenario) };
}

function runTimesOf({ workload }: Scenario): Map<number, number> {
  const times = new Map<number, number>();
  workload.forEach((entry, stream) => {
    const timed: readonly object[] =
      entry.kind === 'script' ? entry.steps : entry.kind === 'trace' ? entry.gprs : [];
    timed.forEach((one, i) => {
      if ('runMs' in one) times.set(uidOf(Origin.workload + stream, i), one.runMs as number);
    });
  });
  return times;
}
