// A request inserted into a copy of the world, which the engine then runs until it starts: the answer under any rules.

import type { Core } from '../core.ts';
import type { Engine } from '../engine.ts';
import { confine, engineOf, type Reach } from '../forecast.ts';
import { indexOf } from '../gpr.ts';
import { create } from '../lifecycle.ts';
import { type Candidate, flagsOf } from '../request.ts';
import { NEVER } from '../time.ts';
import type { CreateGpr } from '../world/data.ts';

/** No GPR has this uid. */
const PROSPECT_UID = 2 ** 48;

export class Rehearsal {
  readonly core: Core;
  readonly #engine: Engine;
  readonly #place: number;
  readonly #untilMs: number;

  /**
   * @param blind a blind copy of the world, which stays as it is
   * @param reach pools that bear on the answer
   * @param untilMs a start after this instant is as good as none
   * @param used a rehearsal of the same world that is over: its memory is used again
   */
  constructor(
    blind: Core,
    workspace: number,
    request: CreateGpr,
    { pool, classes }: Candidate,
    reach: Reach,
    untilMs: number,
    used?: Rehearsal,
  ) {
    const copy = blind.copy(used?.core);
    confine(copy, reach);
    copy.facts.muted = true;
    copy.foreseen = new Float64Array(0);
    this.core = copy;
    this.#untilMs = untilMs;
    this.#engine = engineOf(copy);
    this.#engine.openAt(copy.now);
    const { nodeCount, gpusPerNode, dedicatedNodes, enableEviction } = request;
    const row = create(
      copy,
      PROSPECT_UID,
      workspace,
      pool,
      copy.demands.of(nodeCount, gpusPerNode, dedicatedNodes, enableEviction === true, classes),
      request.priority,
      request.exitMs,
      NEVER,
      NEVER,
      0,
      flagsOf(request),
      0,
    );
    this.#place = indexOf(row);
    copy.foreseen = new Float64Array(copy.gprs.capacity).fill(-1);
    copy.foreseen[this.#place] = NEVER;
    copy.foreseenLeft = 1;
    copy.watched = row;
    copy.victims = [];
  }

  /** Goes on with at most so many instants; true when it is over. */
  run(instants = Infinity): boolean {
    const { core } = this;
    if (core.isOpen) this.#engine.close();
    for (let left = instants; left > 0; left--) {
      const at = core.foreseenLeft > 0 ? core.nextAt() : NEVER;
      if (at === NEVER || at > this.#untilMs) return true;
      this.#engine.runTo(at);
    }
    return core.foreseenLeft === 0;
  }

  /** NEVER = none is known. */
  get startMs(): number {
    return this.core.foreseen![this.#place];
  }

  /** uids of the GPRs that the request itself evicts when it starts. */
  get victims(): readonly number[] {
    return this.startMs === NEVER ? [] : this.core.victims;
  }
}
