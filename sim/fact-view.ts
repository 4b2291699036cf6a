// Facts as the outside reads them: one plain object each, with ids and names.

import type { Directory } from './directory.ts';
import { eachFact, FactKind, type FactRun, Reason } from './facts.ts';
import { STATE_NAMES } from './gpr.ts';
import type { IdCipher } from './ids.ts';
import { describeWorldFact } from './world/fact-view.ts';

export interface FactView {
  readonly seq: number;
  readonly atMs: number;
  readonly kind: string;
  readonly gprId?: string;
  readonly workspace?: string;
  /** Which creation of that name (WorkspaceView.creation). */
  readonly workspaceCreation?: number;
  readonly [member: string]: string | number | boolean | null | readonly string[] | undefined;
}

export const REASON_NAMES: Readonly<Record<number, string>> = {
  [Reason.none]: 'none',
  [Reason.exitDuration]: 'exit duration over',
  [Reason.runTime]: 'work done',
  [Reason.earlyRelease]: 'early release',
  [Reason.idleTimeOut]: 'idle time-out',
  [Reason.nodeFailure]: 'node failure',
  [Reason.eviction]: 'eviction',
  [Reason.provisioningFailure]: 'provisioning failed',
  [Reason.workspaceDeleted]: 'workspace deleted',
};

/** Which facts of a run are wanted; all of them unless said. */
export interface Wanted {
  /** Only facts with a higher number. */
  readonly after?: number;
  /** So many at most. */
  readonly limit?: number;
  /** Only facts that begin with the identity of this GPR. */
  readonly uid?: number;
}

/** The facts of a run as objects; of those that are not wanted none is made. */
export function viewFacts(
  run: FactRun,
  directory: Directory,
  ids: IdCipher,
  { after = 0, limit = Infinity, uid }: Wanted = {},
): FactView[] {
  const views: FactView[] = [];
  const { words } = run;
  eachFact(run, (kind, atMs, at, count, seq) => {
    if (seq <= after || views.length >= limit || (uid !== undefined && words[at] !== uid)) return;
    views.push({ seq, atMs, ...describe(kind, words, at, count, directory, ids) });
  });
  return views;
}

type Members = Omit<FactView, 'seq' | 'atMs'> & { kind: string };

function describe(
  kind: number,
  words: Float64Array,
  at: number,
  count: number,
  directory: Directory,
  ids: IdCipher,
): Members {
  const word = (i: number) => words[at + i];
  const gpr = () => ({ gprId: ids.gprId(word(0)), ...workspace(word(1)) });
  const workspace = (index: number) => ({
    workspace: directory.workspaceName(index),
    workspaceCreation: directory.creationOf(index),
  });
  const node = (i: number) => directory.nodeNames[word(i)];
  const pool = (index: number) => directory.poolNames(index);

  switch (kind) {
    case FactKind.gprCreated:
      return {
        kind: 'gpr.created',
        ...gpr(),
        ...pool(word(2)),
        priority: word(3),
        nodeCount: word(4),
        gpusPerNode: word(5),
        exitMs: word(6),
      };
    case FactKind.gprProvisioning: {
      const nodes: string[] = [];
      for (let i = 6; i < count; i++) nodes.push(node(i));
      return {
        kind: 'gpr.provisioning',
        ...gpr(),
        ...pool(word(2)),
        gpus: word(3),
        waitMs: word(4) < 0 ? null : word(4),
        retryCount: word(5),
        nodes,
      };
    }
    case FactKind.gprSuccessful:
      return { kind: 'gpr.successful', ...gpr() };
    case FactKind.gprEnded:
      return {
        kind: 'gpr.ended',
        ...gpr(),
        state: STATE_NAMES[word(2)],
        reason: REASON_NAMES[word(3)],
        culprit: culprit(word(3), word(4)),
        inSystemMs: word(5),
        ranMs: word(6),
        costMicro: word(7),
      };
    case FactKind.gprRequeued:
      return {
        kind: 'gpr.requeued',
        ...gpr(),
        reason: REASON_NAMES[word(2)],
        culprit: culprit(word(2), word(3)),
        exitLeftMs: word(4),
      };
    case FactKind.gprRemoved:
      return { kind: 'gpr.removed', ...gpr() };
    case FactKind.gprChanged:
      return { kind: 'gpr.changed', ...gpr(), priority: word(2) };
    case FactKind.gprActivity:
      return { kind: 'gpr.activity', ...gpr(), idle: word(2) === 1 };
    case FactKind.gprDelayed:
      return {
        kind: 'gpr.delayed',
        ...gpr(),
        delayedCount: word(2),
        promisedStartMs: word(3) < 0 ? null : word(3),
      };
    case FactKind.nodeDown:
      return { kind: 'node.down', node: node(0), repairAtMs: word(1) < 0 ? null : word(1) };
    case FactKind.nodeUp:
      return { kind: 'node.up', node: node(0) };
    case FactKind.nodeAdded:
      return { kind: 'node.added', node: node(0), ...pool(word(1)), gpus: word(2) };
    case FactKind.nodeRemoved:
      return { kind: 'node.removed', node: node(0) };
    case FactKind.workspaceCreated:
      return { kind: 'workspace.created', ...workspace(word(0)) };
    case FactKind.workspaceGoing:
      return { kind: 'workspace.going', ...workspace(word(0)) };
    case FactKind.workspaceGone:
      return { kind: 'workspace.gone', ...workspace(word(0)) };
    case FactKind.headBlocked:
      return {
        kind: 'head.blocked',
        ...gpr(),
        ...pool(word(2)),
        step: word(3),
        needsNodes: word(4),
        needsGpusPerNode: word(5),
        nodesWithRoom: word(6),
        victimsNotEnough: word(7),
      };
    case FactKind.scriptRefused:
      return { kind: 'script.refused', stream: word(0), step: word(1) };
    default:
      return describeWorldFact(kind, word, directory, ids);
  }

  function culprit(reason: number, what: number): string | null {
    if (reason === Reason.eviction) return ids.gprId(what);
    return reason === Reason.nodeFailure ? directory.nodeNames[what] : null;
  }
}
