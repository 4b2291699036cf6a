// The starts of one request in its pools, found out step by step. What is asked is the world as it was at the time of
// asking, whatever happens to it meanwhile.

import type { CreateGpr } from '../commands.ts';
import type { Core } from '../core.ts';
import { blindCopy } from '../forecast.ts';
import type { Candidate } from '../request.ts';
import { NEVER } from '../time.ts';
import { type Moment, momentOf, type Question, questionOf } from './question.ts';
import { Rehearsal } from './rehearsal.ts';
import type { WhatIf } from './what-if.ts';

export interface Prospect {
  readonly pool: number;
  /** NEVER = cannot be foreseen. */
  readonly startMs: number;
  /** uids of the GPRs that the request itself evicts when it starts. */
  readonly victims: readonly number[];
}

export interface Asked {
  readonly workspace: number;
  /** With its flags filled in. */
  readonly request: CreateGpr;
  readonly candidates: readonly Candidate[];
  /** Only the earliest start is wanted: later ones may be called NEVER. */
  readonly firstOnly: boolean;
}

export class Inquiry {
  readonly found: Prospect[] = [];
  readonly #asked: Asked;
  readonly #whatIf: WhatIf | undefined;
  readonly #moment: Moment;
  readonly #blind: Core | undefined;
  readonly #core: Core;
  #question: Question | undefined;
  #rehearsal: Rehearsal | undefined;
  #used: Rehearsal | undefined;
  #earliestMs = NEVER;

  /** @param whatIf answers from the pass that holds now; without, the engine does */
  constructor(core: Core, whatIf: WhatIf | undefined, asked: Asked) {
    this.#asked = asked;
    this.#core = core;
    this.#whatIf = whatIf;
    this.#moment = momentOf(core);
    this.#blind = whatIf === undefined ? blindCopy(core) : undefined;
  }

  get isDone(): boolean {
    return this.found.length === this.#asked.candidates.length;
  }

  /** The state that victims are to be looked up in: that of the time of asking. */
  get core(): Core {
    return this.#blind ?? this.#core;
  }

  /** Goes on by one pool, or by so many instants of a longer run; true when all starts are found. */
  run(instants: number): boolean {
    if (this.isDone) return true;
    if (this.#whatIf === undefined) this.#rehearse(instants);
    else this.#read(this.#whatIf, instants);
    return this.isDone;
  }

  /** All starts, in order of the candidates. */
  finish(): readonly Prospect[] {
    while (!this.isDone) this.run(NEVER);
    return this.found;
  }

  #read(whatIf: WhatIf, instants: number): void {
    const { projection } = whatIf;
    const { workspace, request, candidates } = this.#asked;
    if (!projection.run(instants)) return;
    this.#question ??= questionOf(projection, this.#moment, workspace, request.priority);
    const { pool, classes } = candidates[this.found.length];
    const { nodeCount, gpusPerNode, dedicatedNodes } = request;
    const demand = projection.roster.demands.of(nodeCount, gpusPerNode, dedicatedNodes, false, classes);
    this.found.push({ pool, startMs: whatIf.startOf(this.#question, pool, demand), victims: [] });
  }

  #rehearse(instants: number): void {
    const { workspace, request, candidates, firstOnly } = this.#asked;
    const candidate = candidates[this.found.length];
    const untilMs = firstOnly ? this.#earliestMs : NEVER;
    this.#rehearsal ??= new Rehearsal(this.#blind!, workspace, request, candidate, untilMs, this.#used);
    if (!this.#rehearsal.run(instants)) return;
    const { startMs, victims } = this.#rehearsal;
    this.found.push({ pool: candidate.pool, startMs, victims });
    this.#earliestMs = Math.min(this.#earliestMs, startMs);
    this.#used = this.#rehearsal;
    this.#rehearsal = undefined;
  }
}
