// Checks evictions: each victim has strictly lower priority and is needed, and the evictor starts.

import { State } from '../../../facts/numbered.ts';
import { Flag } from '../../../tables/gprs/gpr-table.ts';
import type { Report } from '../check-report.ts';
import type { CheckedNodes } from '../world/checked-nodes.ts';
import { type CheckedGpr, hasFlag, need } from './checked-gpr.ts';
import type { CheckedGprs } from './checked-gprs.ts';

export class CheckedEvictions {
  readonly #report: Report;
  readonly #gprs: CheckedGprs;
  readonly #nodes: CheckedNodes;
  /** Evictor that has not started yet → the GPUs that each of its victims held, by node. */
  readonly #victims: Map<number, Map<number, number>[]> = new Map();

  constructor(report: Report, gprs: CheckedGprs, nodes: CheckedNodes) {
    this.#report = report;
    this.#gprs = gprs;
    this.#nodes = nodes;
  }

  evict(gpr: CheckedGpr, culprit: number): void {
    const report = this.#report;
    const evictor = this.#gprs.expect(culprit, [State.queued]);
    if (evictor === undefined) return;
    const event = `GPR ${gpr.uid} was evicted by GPR ${culprit}`;
    if (evictor.priority <= gpr.priority) report.object(`${event}, whose priority is not higher`);
    if (!hasFlag(evictor, Flag.evicts))
      report.object(`GPR ${culprit} evicted others without its flag "evicts"`);
    if (evictor.pool !== gpr.pool) report.object(`${event} of another pool`);
    if (evictor.workspace === gpr.workspace) report.object(`${event} of the same workspace`);
    const victims = this.#victims.get(culprit) ?? [];
    victims.push(gpr.held);
    this.#victims.set(culprit, victims);
  }

  /** A GPR starts: checks that it needed each of its victims to fit. */
  start(gpr: CheckedGpr): void {
    const victims = this.#victims.get(gpr.uid) ?? [];
    this.#victims.delete(gpr.uid);
    if (this.#nodes.isShared(gpr.pool)) return;
    victims.forEach((held, i) => {
      let room = 0;
      for (const node of this.#nodes.nodesOf(gpr.pool)) {
        if (node.up && node.free - (held.get(node.index) ?? 0) >= need(gpr, node)) room++;
      }
      if (room >= gpr.nodeCount) this.#report.object(`victim ${i + 1} of GPR ${gpr.uid} was not needed`);
    });
  }

  endTurn(): void {
    for (const uid of this.#victims.keys())
      this.#report.object(`GPR ${uid} evicted others, but did not start`);
    this.#victims.clear();
  }
}
