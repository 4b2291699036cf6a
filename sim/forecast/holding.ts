// Until when a GPR holds its GPUs by the forecast, and which GPR next starts on one of its nodes. The engine runs a copy of the
// world up to that start.

import { NEVER } from '../base/numbers/time.ts';
import type { PendingAnswer } from '../base/pending.ts';
import { FactKind, GprEnded, GprProvisioning } from '../facts/fact-catalogue.ts';
import { LogReader } from '../facts/follower.ts';
import type { Core } from '../kernel/core.ts';
import type { WorldWithForecast } from './component.ts';
import { BlindCopy, reachOf } from './copies/copy.ts';

/** Beyond this number of instants, nothing more is looked for. */
const INSTANTS_MAX = 200_000;

/** `endMs`: NEVER = no end can be foreseen. */
export interface Holding {
  readonly endMs: number;
  readonly next: { readonly uid: number; readonly startMs: number } | undefined;
}

/** @param row holds GPUs now */
export function holdingOf(world: WorldWithForecast, row: number): PendingAnswer<Holding> {
  const { core, forecast } = world;
  const [component] = forecast.componentsOf([core.gprs.pool[row]]);
  const copy = new BlindCopy(world, reachOf(core, component.pools));
  const { core: ahead } = copy.world;
  ahead.facts.muted = false;
  copy.watch([]);
  const reader = new HoldingReader(ahead, core.gprs.uid[row], core.nodesOf(row));
  let left = INSTANTS_MAX;
  return {
    run(instants) {
      for (let step = Math.min(instants, left); step > 0 && !reader.isDone; step--, left--) {
        const at = ahead.isOpen ? ahead.now : ahead.nextAt();
        if (at === NEVER) return true;
        copy.engine.runTo(at);
        reader.follow();
        ahead.facts.drop();
      }
      return reader.isDone || left === 0;
    },
    answer: () => ({ endMs: reader.endMs, next: reader.next }),
  };
}

class HoldingReader extends LogReader {
  readonly #core: Core;
  readonly #uid: number;
  readonly #nodes: ReadonlySet<number>;
  endMs = NEVER;
  next: Holding['next'];

  constructor(core: Core, uid: number, nodes: readonly number[]) {
    super(core.facts, [FactKind.gprProvisioning, FactKind.gprEnded, FactKind.gprRequeued]);
    this.#core = core;
    this.#uid = uid;
    this.#nodes = new Set(nodes);
    this.start();
  }

  get isDone(): boolean {
    return this.next !== undefined;
  }

  protected see(kind: number, words: Float64Array, at: number, row: number): void {
    // The word before the first is the instant.
    const atMs = words[at - 1];
    const uid = words[at + GprEnded.uid];
    if (kind !== FactKind.gprProvisioning) {
      if (uid === this.#uid && this.endMs === NEVER) this.endMs = atMs;
      return;
    }
    if (this.endMs === NEVER || this.next !== undefined) return;
    const { demands, gprs } = this.#core;
    const from = at + GprProvisioning.nodes;
    for (let i = from; i < from + demands.nodes[gprs.demand[row]]; i++)
      if (this.#nodes.has(words[i])) this.next = { uid, startMs: atMs };
  }
}
