// The model of workload placements. Checks facts about their creation, change and removal.

import type { WordsOf } from '../../../facts/catalogue.ts';
import type { PlacementPhase } from '../../../language/resource-views.ts';
import type { Report, Rules } from '../check-report.ts';
import type { CheckedWorkspaces } from '../world/checked-workspaces.ts';
import { NamedObjects } from './named-objects.ts';

export interface CheckedDecision {
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

export interface CheckedPlacement {
  readonly workspace: number;
  readonly name: number;
  decisionsMax: number;
  readonly decisions: Map<number, CheckedDecision>;
}

export class CheckedPlacements extends NamedObjects<CheckedPlacement> {
  readonly rules: Rules<'placementCreated' | 'placementChanged' | 'placementRemoved'> = {
    placementCreated: (words) => this.#onCreated(words),
    placementChanged: (words) => this.#onChanged(words),
    placementRemoved: (words) => this.remove(words, words.placement),
  };
  readonly #clusters: number;

  /** @param clusters number of clusters */
  constructor(report: Report, workspaces: CheckedWorkspaces, clusters: number) {
    super(report, workspaces, 'placement');
    this.#clusters = clusters;
  }

  #onCreated({ uid, workspace, placement: name, decisions }: WordsOf<'placementCreated'>): void {
    this.add(uid, { workspace, name, decisionsMax: decisions, decisions: new Map() }, undefined);
    if (decisions < 1 || decisions > this.#clusters) {
      this.report.object(
        `placement ${uid} has ${decisions} decisions; expected 1 to ${this.#clusters}, the number of clusters`,
      );
    }
  }

  /** The fact contains neither whether the change replaced the decisions nor their new number. */
  #onChanged(words: WordsOf<'placementChanged'>): void {
    const placement = this.expect(words, words.placement);
    if (placement === undefined) return;
    placement.decisionsMax = this.#clusters;
    for (const decision of placement.decisions.values()) decision.mayBeNew = true;
  }
}

export function newDecision(): CheckedDecision {
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
