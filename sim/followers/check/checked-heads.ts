// Checks facts about blocked heads: the GPR is the first head of its pool and does not fit; room and victims are right.

import type { WordsOf } from '../../facts/catalogue.ts';
import { State } from '../../facts/numbered.ts';
import { Step } from '../../kernel/cycle.ts';
import { Flag } from '../../tables/gprs/gpr-table.ts';
import type { CheckedGprs } from './checked-gprs.ts';
import type { CheckedNodes } from './checked-nodes.ts';
import type { CheckedPools } from './checked-pools.ts';
import type { Report, Rules } from './report.ts';

export class CheckedHeads {
  readonly rules: Rules<'headBlocked'> = { headBlocked: (words) => this.#onBlocked(words) };
  readonly #report: Report;
  readonly #gprs: CheckedGprs;
  readonly #nodes: CheckedNodes;
  readonly #pools: CheckedPools;

  constructor(report: Report, gprs: CheckedGprs, nodes: CheckedNodes, pools: CheckedPools) {
    this.#report = report;
    this.#gprs = gprs;
    this.#nodes = nodes;
    this.#pools = pools;
  }

  #onBlocked(words: WordsOf<'headBlocked'>): void {
    const { uid, workspace, pool, step, needsNodes, needsGpusPerNode, nodesWithRoom, victimsNotEnough } =
      words;
    const gpr = this.#gprs.find(uid);
    if (gpr === undefined || gpr.state !== State.queued || !this.#pools.isHead(gpr)) {
      this.#report.object(`GPR ${uid} is blocked, but is no head`);
      return;
    }
    if (gpr.workspace !== workspace || gpr.pool !== pool) {
      this.#report.object(`blocked GPR ${uid}: wrong pool ${pool} or workspace ${workspace}`);
    }
    if (gpr.nodeCount !== needsNodes || gpr.gpusPerNode !== needsGpusPerNode) {
      this.#report.object(`blocked GPR ${uid}: wrong demand ${needsNodes} × ${needsGpusPerNode} GPUs`);
    }
    const before = this.#pools.headBefore(gpr, this.#report.atMs);
    if (before !== undefined) {
      this.#report.object(
        `GPR ${uid} is the first blocked head of its pool; expected ${before.uid}, which is before it`,
      );
    }
    if (nodesWithRoom >= needsNodes) this.#report.object(`GPR ${uid} is blocked, but fits`);
    if (!this.#nodes.isShared(pool)) {
      const isDedicated = (gpr.flags & Flag.dedicatedNodes) !== 0;
      const room = this.#nodes.room(pool, isDedicated ? 'all' : gpr.gpusPerNode);
      if (room !== nodesWithRoom) {
        this.#report.object(`blocked GPR ${uid}: ${nodesWithRoom} nodes with room; expected ${room}`);
      }
    }
    const evicts = (gpr.flags & Flag.evicts) !== 0;
    if (step !== (evicts ? Step.evict : Step.fit))
      this.#report.object(`blocked GPR ${uid}: wrong step ${step}`);
    const victims = evicts ? this.#pools.victimsOf(gpr) : 0;
    if (victims !== victimsNotEnough) {
      this.#report.object(`blocked GPR ${uid}: ${victimsNotEnough} victims; expected ${victims}`);
    }
  }
}
