// A history that begins at the present instant: with the nodes, the queued GPRs, and the running attempts, whose lanes are
// chosen anew. It then reads the further facts of the simulation.

import {
  FactKind,
  GprCreated,
  GprGpus,
  GprProvisioning,
  GprShape,
  NodeAdded,
} from '../../facts/fact-catalogue.ts';
import { FactLog } from '../../facts/log.ts';
import { State } from '../../facts/numbered.ts';
import type { History } from '../../followers/history/history.ts';
import { ROW } from '../../tables/gprs/gpr-table.ts';
import { NodeState } from '../../tables/pools/node-table.ts';
import type { World } from '../../world.ts';

/** Facts between two turns of the caller. */
const AT_ONCE = 5_000;

/** Fills an empty history with the present. Yields now and then; the world must not change before the end. */
export function* beginAtPresent({ core }: World, history: History): Generator<void> {
  const log = new FactLog();
  const { gprs, nodes, demands } = core;
  let count = 0;
  const follow = () => {
    history.follow(log.peek());
    log.drop();
  };
  for (let node = 0; node < nodes.size; node++) {
    const at = log.begin(FactKind.nodeAdded, 0, NodeAdded.length);
    log.words[at + NodeAdded.node] = node;
    log.words[at + NodeAdded.pool] = nodes.pool[node];
    log.words[at + NodeAdded.gpus] = nodes.gpuCount[node];
    if (nodes.state[node] !== NodeState.up) log.words[log.begin(FactKind.nodeRemoved, 0, 1)] = node;
    if (++count % AT_ONCE !== 0) continue;
    follow();
    yield;
  }
  const running: number[] = [];
  const queued: number[] = [];
  for (let row = 0; row < gprs.used; row += ROW) {
    if (gprs.isProvisioned(row)) running.push(row);
    else if (gprs.state[row] === State.queued) queued.push(row);
  }
  running.sort((a, b) => gprs.startedAt[a] - gprs.startedAt[b] || gprs.uid[a] - gprs.uid[b]);
  for (const row of [...running, ...queued]) {
    const isRunning = gprs.isProvisioned(row);
    const atMs = isRunning ? gprs.startedAt[row] : core.now;
    const made = log.begin(FactKind.gprCreated, atMs, GprCreated.length);
    log.words[made + GprCreated.uid] = gprs.uid[row];
    log.words[made + GprCreated.workspace] = gprs.workspace[row];
    log.words[made + GprCreated.pool] = gprs.pool[row];
    log.words[made + GprCreated.priority] = gprs.priority[row];
    log.words[made + GprCreated.nodeCount] = demands.nodes[gprs.demand[row]];
    log.words[made + GprCreated.gpusPerNode] = demands.gpus[gprs.demand[row]];
    log.words[made + GprCreated.flags] = gprs.flags[row];
    if (core.pools[gprs.pool[row]].hasShares) {
      const demand = gprs.demand[row];
      const shape = log.begin(FactKind.gprShape, atMs, GprShape.length);
      log.words[shape + GprShape.uid] = gprs.uid[row];
      log.words[shape + GprShape.workspace] = gprs.workspace[row];
      log.words[shape + GprShape.gpuMilli] = demands.gpuMilli[demand];
      log.words[shape + GprShape.cpuMilli] = demands.cpuMilli[demand];
      log.words[shape + GprShape.memoryMib] = demands.memoryMib[demand];
    }
    if (isRunning) {
      const held = core.nodesOf(row);
      const began = log.begin(FactKind.gprProvisioning, atMs, GprProvisioning.length + held.length);
      log.words[began + GprProvisioning.uid] = gprs.uid[row];
      log.words[began + GprProvisioning.workspace] = gprs.workspace[row];
      log.words[began + GprProvisioning.pool] = gprs.pool[row];
      log.words[began + GprProvisioning.waitMs] = -1;
      for (const [i, node] of held.entries()) log.words[began + GprProvisioning.nodes + i] = node;
      for (const { node, gpus } of core.sharedGpusOf(row)) {
        const got = log.begin(FactKind.gprGpus, atMs, GprGpus.length);
        log.words[got + GprGpus.uid] = gprs.uid[row];
        log.words[got + GprGpus.workspace] = gprs.workspace[row];
        log.words[got + GprGpus.node] = node;
        log.words[got + GprGpus.gpuIndexes] = gpus;
      }
    }
    if (++count % AT_ONCE !== 0) continue;
    follow();
    yield;
  }
  follow();
  history.seq = core.facts.seq;
}
