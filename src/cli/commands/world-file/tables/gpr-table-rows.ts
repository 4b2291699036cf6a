// The tables `gprs`, `attempts` and `attempt_nodes`. GPRs and attempts are numbered from 1, in the order of their creations and
// starts. Memory holds the GPRs that have not ended.

import {
  Flag,
  GprCreated,
  GprEnded,
  GprGpus,
  GprProvisioning,
  GprRequeued,
  GprShape,
  GprStep,
  MORE_PROVISIONED,
  MORE_QUEUED,
  REASON_NAMES,
  Reason,
  type Simulation,
  STATE_NAMES,
  State,
  UidMap,
} from '../../../../../sim/index.ts';
import type { GprNames } from './gpr-names.ts';
import type { Inserts } from './inserts.ts';
import type { Levels } from './levels.ts';
import type { NodeRows } from './node-rows.ts';

interface OpenGpr {
  readonly number: number;
  readonly uid: number;
  readonly workspace: number;
  readonly pool: number;
  readonly nodeCount: number;
  readonly gpusPerNode: number;
  /** Whether it gets whole nodes. */
  readonly isDedicated: boolean;
  readonly exitMs: number;
  readonly createdAtMs: number;
  priority: number;
  startedAtMs: number | null;
  waitMs: number | null;
  evictions: number;
  requeues: number;
  /** Its present attempt, 0 = it is queued. */
  attempt: number;
  attemptAtMs: number;
  successfulAtMs: number | null;
  /** GPUs that it holds. */
  gpus: number;
  /** What it takes of each node; undefined in a pool without shared GPUs. */
  shape: Shape | undefined;
}

interface Shape {
  readonly gpuMilli: number;
  readonly cpuMilli: number;
  readonly memoryMib: number;
}

const WHOLE_GPU = 1000;

/** What the rows of a GPR need beside its facts. */
interface Surroundings {
  readonly simulation: Simulation;
  readonly names: GprNames;
  readonly levels: Levels;
  readonly nodes: NodeRows;
  /** The number of a pool's cluster. */
  clusterOf(pool: number): number;
}

export type GprRows = ReturnType<typeof newGprRows>;

/** @param keepsNumbers whether `numberOf` also knows the GPRs that have ended */
export function newGprRows(
  inserts: Record<'gprs' | 'attempts' | 'attempt_nodes', Inserts>,
  around: Surroundings,
  keepsNumbers: boolean,
) {
  /** By slot. A GPR that ends leaves its slot to a later one. */
  const open: (OpenGpr | undefined)[] = [];
  const free: number[] = [];
  /** Uid → slot. */
  const slots: UidMap = new UidMap();
  let gprCount = 0;
  let attemptCount = 0;
  const rows: Inserts = inserts.gprs;
  const attempts: Inserts = inserts.attempts;
  const attemptNodes: Inserts = inserts.attempt_nodes;
  /** Uid → number of each GPR; undefined if only those of open GPRs are needed. */
  const numbers: UidMap | undefined = keepsNumbers ? new UidMap() : undefined;

  /** @throws Error if the uid is unknown */
  function numberOf(uid: number): number {
    const number = numbers?.get(uid) ?? -1;
    return number < 0 ? gprOf(uid).number : number;
  }

  function gprOf(uid: number): OpenGpr {
    const gpr = open[slots.get(uid)];
    if (gpr === undefined) throw new Error(`the GPR with the uid ${uid} is not open`);
    return gpr;
  }

  function forget(uid: number): void {
    const slot = slots.get(uid);
    slots.delete(uid);
    open[slot] = undefined;
    free.push(slot);
  }

  /** Changes the levels of its cluster. @param step of `GprStep` */
  function move(gpr: OpenGpr, step: number, atMs: number): void {
    const level = around.levels.at(around.clusterOf(gpr.pool), atMs);
    const gpus = MORE_PROVISIONED[step] * gpr.gpus;
    level.queued += MORE_QUEUED[step];
    level.provisioned += MORE_PROVISIONED[step];
    level.allocatedGpus += gpus;
    level.allocatedMilli += gpus * milliPerGpu(gpr);
  }

  /** @param culprit see `GprEnded` */
  function writeAttempt(
    gpr: OpenGpr,
    state: number,
    endedAtMs: number | null,
    reason: number,
    culprit: number,
  ): void {
    attempts.add(
      gpr.attempt,
      gpr.number,
      gpr.gpus,
      gpr.gpus * milliPerGpu(gpr),
      gpr.attemptAtMs,
      gpr.successfulAtMs,
      endedAtMs,
      STATE_NAMES[state],
      reason === Reason.none ? null : REASON_NAMES[reason],
      reason === Reason.eviction ? numberOf(culprit) : null,
      reason === Reason.nodeFailure ? culprit + 1 : null,
    );
  }

  function write(
    gpr: OpenGpr,
    state: string,
    reason: string | null,
    endedAtMs: number | null,
    ranMs: number | null,
  ): void {
    const { simulation, names } = around;
    const { cluster, instanceType, gpuModelName } = simulation.poolNames(gpr.pool);
    rows.add(
      gpr.number,
      simulation.gprId(gpr.uid),
      names.of(gpr.uid),
      simulation.workspaceName(gpr.workspace),
      cluster,
      instanceType,
      gpuModelName,
      gpr.nodeCount,
      gpr.gpusPerNode,
      gpr.shape?.gpuMilli ?? null,
      gpr.shape?.cpuMilli ?? null,
      gpr.shape?.memoryMib ?? null,
      gpr.priority,
      gpr.exitMs,
      state,
      reason,
      gpr.createdAtMs,
      gpr.startedAtMs,
      endedAtMs,
      gpr.waitMs,
      ranMs,
      gpr.evictions,
      gpr.requeues,
    );
  }

  return {
    numberOf,
    created(words: Float64Array, at: number, atMs: number): void {
      const uid = words[at + GprCreated.uid];
      if (slots.get(uid) >= 0) throw new Error(`the GPR with the uid ${uid} is created twice`);
      const gpr: OpenGpr = {
        number: ++gprCount,
        uid,
        workspace: words[at + GprCreated.workspace],
        pool: words[at + GprCreated.pool],
        nodeCount: words[at + GprCreated.nodeCount],
        gpusPerNode: words[at + GprCreated.gpusPerNode],
        isDedicated: (words[at + GprCreated.flags] & Flag.dedicatedNodes) !== 0,
        exitMs: words[at + GprCreated.exitMs],
        createdAtMs: atMs,
        priority: words[at + GprCreated.priority],
        startedAtMs: null,
        waitMs: null,
        evictions: 0,
        requeues: 0,
        attempt: 0,
        attemptAtMs: 0,
        successfulAtMs: null,
        gpus: 0,
        shape: undefined,
      };
      const slot = free.pop() ?? open.length;
      open[slot] = gpr;
      slots.set(uid, slot);
      numbers?.set(uid, gpr.number);
      move(gpr, GprStep.created, atMs);
    },
    shaped(words: Float64Array, at: number): void {
      gprOf(words[at]).shape = {
        gpuMilli: words[at + GprShape.gpuMilli],
        cpuMilli: words[at + GprShape.cpuMilli],
        memoryMib: words[at + GprShape.memoryMib],
      };
    },
    /** Shared GPUs follow the start of the attempt. */
    shared(words: Float64Array, at: number): void {
      const gpr = gprOf(words[at]);
      const mask = words[at + GprGpus.gpuIndexes];
      const gpus = mask.toString(2).replaceAll('0', '').length;
      attemptNodes.add(gpr.attempt, words[at + GprGpus.node] + 1, gpus, gpus * milliPerGpu(gpr), mask);
    },
    started(words: Float64Array, at: number, count: number, atMs: number): void {
      const gpr = gprOf(words[at]);
      const waitMs = words[at + GprProvisioning.waitMs];
      gpr.startedAtMs ??= atMs;
      if (waitMs >= 0) gpr.waitMs = waitMs;
      gpr.attempt = ++attemptCount;
      gpr.attemptAtMs = atMs;
      gpr.successfulAtMs = null;
      gpr.gpus = words[at + GprProvisioning.gpus];
      for (let i = at + GprProvisioning.nodes; i < at + count && gpr.shape === undefined; i++) {
        const node = words[i];
        const gpus = gpr.isDedicated ? around.nodes.gpusOf(node) : gpr.gpusPerNode;
        attemptNodes.add(gpr.attempt, node + 1, gpus, gpus * WHOLE_GPU, null);
      }
      move(gpr, GprStep.started, atMs);
    },
    successful(uid: number, atMs: number): void {
      gprOf(uid).successfulAtMs = atMs;
    },
    changed(uid: number, priority: number): void {
      gprOf(uid).priority = priority;
    },
    requeued(words: Float64Array, at: number, atMs: number): void {
      const gpr = gprOf(words[at]);
      const reason = words[at + GprRequeued.reason];
      gpr.requeues++;
      if (reason === Reason.eviction) gpr.evictions++;
      writeAttempt(gpr, State.queued, atMs, reason, words[at + GprRequeued.culprit]);
      gpr.attempt = 0;
      move(gpr, GprStep.requeued, atMs);
    },
    /** @param step ended or refused, of `GprStep` */
    ended(step: number, words: Float64Array, at: number, atMs: number): void {
      const uid = words[at];
      const gpr = gprOf(uid);
      const state = words[at + GprEnded.state];
      const reason = words[at + GprEnded.reason];
      if (reason === Reason.eviction) gpr.evictions++;
      if (step === GprStep.ended) writeAttempt(gpr, state, atMs, reason, words[at + GprEnded.culprit]);
      move(gpr, step, atMs);
      write(gpr, STATE_NAMES[state], REASON_NAMES[reason], atMs, words[at + GprEnded.ranMs]);
      forget(uid);
    },
    /** A GPR that has ended can be removed, too: nothing changes then. */
    removed(uid: number, atMs: number): void {
      if (slots.get(uid) < 0) return;
      const gpr = gprOf(uid);
      move(gpr, GprStep.removed, atMs);
      write(gpr, 'Removed', null, atMs, null);
      forget(uid);
    },
    /** Writes the GPRs that have not ended, and their present attempts; yields after each. */
    *end(): Generator<undefined> {
      for (const gpr of open) {
        if (gpr === undefined) continue;
        const state = stateOf(gpr);
        if (gpr.attempt > 0) writeAttempt(gpr, state, null, Reason.none, 0);
        write(gpr, STATE_NAMES[state], null, null, null);
        yield undefined;
      }
    },
  };
}

/** Thousandths that a GPR takes of each of its GPUs. */
function milliPerGpu({ isDedicated, shape }: OpenGpr): number {
  return isDedicated || shape === undefined ? WHOLE_GPU : shape.gpuMilli;
}

function stateOf({ attempt, successfulAtMs }: OpenGpr): number {
  if (attempt === 0) return State.queued;
  return successfulAtMs === null ? State.provisioning : State.successful;
}
