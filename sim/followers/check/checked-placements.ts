// Checks facts about workload placements: the phases of a decision follow their order and its GPR, its steps run in order,
// and a move replaces a removed GPR with a created one.

import type { WordsOf } from '../../facts/catalogue.ts';
import { PHASES, State } from '../../facts/numbered.ts';
import type { PlacementPhase } from '../../language/resource-views.ts';
import type { CheckedFaults } from './checked-faults.ts';
import type { CheckedGprs } from './checked-gprs.ts';
import type { CheckedNodes } from './checked-nodes.ts';
import type { CheckedWorkspaces } from './checked-workspaces.ts';
import type { CheckedScenario, Report, Rules } from './report.ts';

const NEXT: Readonly<Record<PlacementPhase, readonly PlacementPhase[]>> = {
  Pending: ['Queued', 'Running', 'Successful', 'Completed', 'Failed'],
  Queued: ['Running', 'Successful', 'Completed', 'Failed'],
  Running: ['Queued', 'Successful', 'Completed', 'Failed'],
  Successful: ['Queued', 'Completed'],
  Completed: [],
  Failed: [],
};

interface CheckedDecision {
  phase: PlacementPhase;
  /** Undefined before the first fact. */
  cluster: number | undefined;
  /** −1 = none; undefined before the first fact. */
  gpr: number | undefined;
  /** Number of steps done. */
  steps: number;
  since: number;
  /** When a step failed, −1 = none has. */
  failedAt: number;
  /** The placement changed after the last fact of this decision: the number may now belong to a new decision. */
  mayBeNew: boolean;
}

interface CheckedPlacement {
  readonly workspace: number;
  readonly name: number;
  decisionsMax: number;
  readonly decisions: Map<number, CheckedDecision>;
}

type PlacementFact =
  | 'placementCreated'
  | 'placementChanged'
  | 'placementPhase'
  | 'placementStep'
  | 'placementMoved'
  | 'placementRemoved';

export class CheckedPlacements {
  readonly rules: Rules<PlacementFact> = {
    placementCreated: (words) => this.#onCreated(words),
    placementChanged: (words) => this.#onChanged(words),
    placementPhase: (words) => this.#onPhase(words),
    placementStep: (words) => this.#onStep(words),
    placementMoved: (words) => this.#onMoved(words),
    placementRemoved: (words) => {
      if (this.#expect(words) !== undefined) this.#placements.delete(words.uid);
    },
  };
  readonly #report: Report;
  readonly #clusters: number;
  readonly #gprs: CheckedGprs;
  readonly #nodes: CheckedNodes;
  readonly #workspaces: CheckedWorkspaces;
  readonly #faults: CheckedFaults;
  readonly #placements: Map<number, CheckedPlacement> = new Map();

  constructor(
    report: Report,
    scenario: CheckedScenario,
    gprs: CheckedGprs,
    nodes: CheckedNodes,
    workspaces: CheckedWorkspaces,
    faults: CheckedFaults,
  ) {
    this.#report = report;
    this.#clusters = scenario.clusters.length;
    this.#gprs = gprs;
    this.#nodes = nodes;
    this.#workspaces = workspaces;
    this.#faults = faults;
  }

  has(uid: number): boolean {
    return this.#placements.has(uid);
  }

  countOf(workspace: number): number {
    return [...this.#placements.values()].filter((placement) => placement.workspace === workspace).length;
  }

  #expect({ uid, workspace, placement: name }: WordsOf<'placementRemoved'>): CheckedPlacement | undefined {
    const placement = this.#placements.get(uid);
    if (placement === undefined)
      this.#report.object(`a fact is about placement ${uid}, which does not exist`);
    else if (placement.workspace !== workspace || placement.name !== name) {
      this.#report.object(`a fact has a wrong workspace or name for placement ${uid}`);
    }
    return placement;
  }

  #onCreated({ uid, workspace, placement: name, decisions }: WordsOf<'placementCreated'>): void {
    if (this.#placements.has(uid)) this.#report.object(`placement ${uid} was created twice`);
    for (const other of this.#placements.values()) {
      if (other.name === name) this.#report.object(`placement ${uid} has the name of another placement`);
    }
    this.#workspaces.expectOpen(workspace, `placement ${uid}`);
    if (decisions < 1 || decisions > this.#clusters) {
      this.#report.object(
        `placement ${uid} has ${decisions} decisions; expected 1 to ${this.#clusters}, the number of clusters`,
      );
    }
    this.#placements.set(uid, { workspace, name, decisionsMax: decisions, decisions: new Map() });
  }

  /** The fact contains neither whether the change replaced the decisions nor their new number. */
  #onChanged(words: WordsOf<'placementChanged'>): void {
    const placement = this.#expect(words);
    if (placement === undefined) return;
    placement.decisionsMax = this.#clusters;
    for (const decision of placement.decisions.values()) decision.mayBeNew = true;
  }

  #onPhase(words: WordsOf<'placementPhase'>): void {
    const { uid, decision: number, cluster, step, gprId: gpr } = words;
    const placement = this.#expect(words);
    if (placement === undefined) return;
    if (number >= placement.decisionsMax) {
      this.#report.object(
        `placement ${uid} has no decision ${number}; it has at most ${placement.decisionsMax}`,
      );
    }
    const known = placement.decisions.get(number) ?? newDecision();
    let wrong = this.#wrongWith(known, placement, words);
    if (wrong !== undefined && known.mayBeNew) {
      Object.assign(known, newDecision());
      wrong = this.#wrongWith(known, placement, words);
    }
    if (wrong !== undefined) this.#report.object(`decision ${number} of placement ${uid} ${wrong}`);
    for (const [other, { cluster: taken, mayBeNew }] of placement.decisions) {
      if (other !== number && taken === cluster && !mayBeNew) {
        this.#report.object(`decisions ${other} and ${number} of placement ${uid} are in one cluster`);
      }
    }
    const since = this.#report.atMs;
    Object.assign(known, { phase: PHASES[words.phase], cluster, gpr, steps: step, since, mayBeNew: false });
    placement.decisions.set(number, known);
  }

  /** Why a fact cannot be the next one of a decision; undefined = it can. */
  #wrongWith(
    was: CheckedDecision,
    { workspace }: CheckedPlacement,
    words: WordsOf<'placementPhase'>,
  ): string | undefined {
    const { cluster, step, gprId: gpr } = words;
    const phase = PHASES[words.phase];
    const found = this.#gprs.find(gpr);
    // A fact with the same phase reports a new message or GPR, which only bursting causes.
    const waits = phase === was.phase && found?.state === State.queued;
    if (!waits && !NEXT[was.phase].includes(phase))
      return `went from ${was.phase} to ${phase}, which is not a possible change`;
    if ((was.cluster ?? cluster) !== cluster)
      return `is in cluster ${cluster} without a move; expected ${was.cluster}`;
    if ((was.gpr ?? gpr) !== gpr) return `has GPR ${gpr} without a move; expected ${was.gpr}`;
    if (was.steps !== step) return `is at step ${step}; expected ${was.steps}`;
    if (gpr < 0) return phase === 'Queued' ? 'is Queued without a GPR' : undefined;
    if (!this.#gprs.isKnown(gpr) && was.gpr === undefined) return `has GPR ${gpr}, which does not exist`;
    if (found !== undefined && found.workspace !== workspace) return `has GPR ${gpr} of another workspace`;
    if (found !== undefined && (this.#nodes.clusterOf(found.pool) ?? cluster) !== cluster) {
      return `has GPR ${gpr} of another cluster`;
    }
    if (waits) return undefined;
    const isSuccessful = this.#gprs.isSuccessful(gpr);
    if ((phase === 'Running' || phase === 'Successful') && !isSuccessful) {
      return `is ${phase}, but its GPR is not Successful`;
    }
    if (phase === 'Queued' && (isSuccessful || found === undefined)) {
      return 'is Queued, but its GPR is neither queued nor provisioning';
    }
    if (phase === 'Completed' && found !== undefined) return 'is Completed, but its GPR has not ended';
    if (phase === 'Failed' && found !== undefined && was.failedAt !== this.#report.atMs) {
      return 'is Failed, but no step failed and its GPR has not ended';
    }
    return undefined;
  }

  #onStep(words: WordsOf<'placementStep'>): void {
    const { uid, decision: number, step, success, durationMs } = words;
    const { atMs } = this.#report;
    const decision = this.#expect(words)?.decisions.get(number);
    const which = `step ${step} of decision ${number} of placement ${uid}`;
    if (success === 0 && !this.#faults.takeStrike(uid)) {
      this.#report.object(`${which} failed without a fault`);
    }
    if (decision?.phase !== 'Running' || decision.failedAt >= 0) {
      this.#report.object(`${which} ended, but no step was running`);
      return;
    }
    if (step !== decision.steps) this.#report.object(`${which} ended; expected step ${decision.steps}`);
    if (durationMs !== atMs - decision.since) {
      this.#report.object(
        `${which} has duration ${durationMs} ms in its fact; expected ${atMs - decision.since} ms`,
      );
    }
    decision.since = atMs;
    if (success === 1) decision.steps++;
    else decision.failedAt = atMs;
  }

  #onMoved(words: WordsOf<'placementMoved'>): void {
    const { uid, decision: number, from, cluster, left, gprId: gpr } = words;
    const placement = this.#expect(words);
    if (placement === undefined) return;
    const which = `decision ${number} of placement ${uid}`;
    const decision = placement.decisions.get(number) ?? newDecision();
    if (from === cluster) this.#report.object(`${which} moved to the same cluster ${cluster}`);
    if (!decision.mayBeNew && (decision.cluster ?? from) !== from) {
      this.#report.object(`${which} moved from cluster ${from}; expected ${decision.cluster}`);
    }
    if (!decision.mayBeNew && (decision.gpr ?? left) !== left) {
      this.#report.object(`${which} left GPR ${left}; expected ${decision.gpr}`);
    }
    if (!decision.mayBeNew && decision.phase !== 'Pending' && decision.phase !== 'Queued') {
      this.#report.object(`${which} moved while ${decision.phase}; expected Pending or Queued`);
    }
    this.#gprs.move(left, gpr);
    // Its steps begin again.
    Object.assign(decision, { cluster, gpr, steps: 0 });
    placement.decisions.set(number, decision);
  }
}

function newDecision(): CheckedDecision {
  return {
    phase: 'Pending',
    cluster: undefined,
    gpr: undefined,
    steps: 0,
    since: -1,
    failedAt: -1,
    mayBeNew: false,
  };
}
