// Placements: the phases of their decisions follow one another and their GPRs, steps come one by one, a move leaves a GPR
// that is removed for one that is created.

import type { WordsOf } from '../../facts/catalogue.ts';
import { PHASES, State } from '../../facts/numbered.ts';
import type { PlacementPhase } from '../../language/resource-views.ts';
import type { CheckedFaults } from './faults.ts';
import type { CheckedGprs } from './gprs.ts';
import type { CheckedNodes } from './nodes.ts';
import type { CheckedScenario, Report, Rules } from './report.ts';
import type { CheckedWorkspaces } from './workspaces.ts';

/** The phases that may follow each. */
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
  /** Steps that are done. */
  steps: number;
  /** When the step that runs began. */
  since: number;
  /** When a step failed, −1 if none has. */
  failedAt: number;
  /** The placement has changed since its last fact: it may be another decision with the same number. */
  mayBeNew: boolean;
}

interface CheckedPlacement {
  readonly workspace: number;
  readonly name: number;
  /** How many decisions it has at most. */
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
    if (placement === undefined) this.#report.object(`placement ${uid} is spoken of, but there is none`);
    else if (placement.workspace !== workspace || placement.name !== name) {
      this.#report.object(`placement ${uid} has another workspace or name than its fact says`);
    }
    return placement;
  }

  #onCreated({ uid, workspace, placement: name, decisions }: WordsOf<'placementCreated'>): void {
    if (this.#placements.has(uid)) this.#report.object(`placement ${uid} was created twice`);
    for (const other of this.#placements.values()) {
      if (other.name === name) this.#report.object(`placement ${uid} has the name of another`);
    }
    this.#workspaces.expectOpen(workspace, `placement ${uid}`);
    if (decisions < 1 || decisions > this.#clusters) {
      this.#report.object(`placement ${uid} has ${decisions} decisions for ${this.#clusters} clusters`);
    }
    this.#placements.set(uid, { workspace, name, decisionsMax: decisions, decisions: new Map() });
  }

  /** Facts do not tell whether the decisions are made anew, nor how many there are then. */
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
      this.#report.object(`placement ${uid} has no decision ${number}`);
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

  /** Why a decision cannot have come to what a fact tells of it. */
  #wrongWith(
    was: CheckedDecision,
    { workspace }: CheckedPlacement,
    words: WordsOf<'placementPhase'>,
  ): string | undefined {
    const { cluster, step, gprId: gpr } = words;
    const phase = PHASES[words.phase];
    const found = this.#gprs.find(gpr);
    // A fact with the same phase tells of another message or GPR, which bursting alone brings about.
    const waits = phase === was.phase && found?.state === State.queued;
    if (!waits && !NEXT[was.phase].includes(phase)) return `went from ${was.phase} to ${phase}`;
    if ((was.cluster ?? cluster) !== cluster) return `came to cluster ${cluster} without a move`;
    if ((was.gpr ?? gpr) !== gpr) return `came to GPR ${gpr} without a move`;
    if (was.steps !== step) return `is at step ${step}, and ${was.steps} are done`;
    if (gpr < 0) return phase === 'Queued' ? 'is Queued without a GPR' : undefined;
    if (!this.#gprs.isKnown(gpr) && was.gpr === undefined) return `has GPR ${gpr}, but there is none`;
    if (found !== undefined && found.workspace !== workspace) return `has GPR ${gpr} of another workspace`;
    if (found !== undefined && (this.#nodes.clusterOf(found.pool) ?? cluster) !== cluster) {
      return `has GPR ${gpr} of another cluster`;
    }
    if (waits) return undefined;
    const isSuccessful = this.#gprs.isSuccessful(gpr);
    if ((phase === 'Running' || phase === 'Successful') && !isSuccessful) {
      return `is ${phase}, and its GPR is not Successful`;
    }
    if (phase === 'Queued' && (isSuccessful || found === undefined)) {
      return 'is Queued, and its GPR does not wait';
    }
    if (phase === 'Completed' && found !== undefined) return 'is Completed, and its GPR has not ended';
    if (phase === 'Failed' && found !== undefined && was.failedAt !== this.#report.atMs) {
      return 'is Failed, and neither did a step fail nor has its GPR ended';
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
      this.#report.object(`${which} ended, and none was running`);
      return;
    }
    if (step !== decision.steps) this.#report.object(`${which} ended, and ${decision.steps} are done`);
    if (durationMs !== atMs - decision.since) {
      this.#report.object(`${which} took ${atMs - decision.since} ms, its fact says ${durationMs}`);
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
    if (from === cluster) this.#report.object(`${which} moved to the cluster that it was in`);
    if (!decision.mayBeNew && (decision.cluster ?? from) !== from) {
      this.#report.object(`${which} moved from cluster ${from}, and was in ${decision.cluster}`);
    }
    if (!decision.mayBeNew && (decision.gpr ?? left) !== left) {
      this.#report.object(`${which} left GPR ${left}, and had ${decision.gpr}`);
    }
    if (!decision.mayBeNew && decision.phase !== 'Pending' && decision.phase !== 'Queued') {
      this.#report.object(`${which} moved while ${decision.phase}`);
    }
    this.#gprs.move(left, gpr);
    Object.assign(decision, { cluster, gpr });
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
