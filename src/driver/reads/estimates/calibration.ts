// How far estimates and likely starts could be trusted: they are asked again at earlier instants, and compared with what happened.

import {
  byHorizon,
  COPIED_MAX,
  EVENTS_MAX,
  estimateAccuracyOf,
  HORIZON_MS,
  likelyAccuracyOf,
  RangeAnswers,
  Seen,
  type Simulation,
  type TooManyFutures,
} from '../../../../sim/index.ts';
import { sinceMonday } from '../../../wire/time/week.ts';
import { endOfInstant } from '../../commits/derived.ts';
import { type Begun, fileSlices, fromNearest } from '../../stored/replay.ts';
import { storedJournal } from '../../stored/stored.ts';
import type { Calibration, ComparedStarts } from '../../world.ts';
import type { Searched } from '../fact-search.ts';
import { STEP_INSTANTS } from '../pending/pending-answers.ts';
import { type Steps, stepsOf } from '../pending/steps.ts';
import type { FollowedEstimates } from './followed-estimates.ts';

/** The most instants at which likely starts are asked, and about the most GPRs at each. */
const INSTANTS_MAX = 20;
const GPRS_MAX = 200;

/** @param estimates has read all facts and records up to now @param samples number of futures; undefined: without likely starts */
export function* calibrationOf(
  { answers, seq }: FollowedEstimates,
  samples: number | undefined,
  searched: Searched,
): Steps<Calibration | TooManyFutures> {
  const { nowMs, scenario } = searched.simulation();
  const { branch } = searched.past();
  const askedEveryMs = scenario.recordEstimatesEveryMs === null ? null : answers.everyMs;
  const base = { ok: true, branch, seq, nowMs, askedEveryMs } as const;
  const ranges = samples === undefined ? undefined : new Ranges(samples, seq, searched);
  const instants = instantsOf(nowMs, answers.everyMs);
  const estimates = yield* stepsOf(estimateAccuracyOf(answers, nowMs));
  if (ranges === undefined) return { ...base, estimates, likely: null };
  const likely = yield* ranges.asked(instants);
  return 'ok' in likely ? likely : { ...base, estimates, likely };
}

/** Instants before now, evenly spaced. */
function instantsOf(nowMs: number, everyMs: number): number[] {
  const askings = Math.max(0, Math.ceil(nowMs / everyMs) - 1);
  const each = Math.max(1, Math.ceil(askings / INSTANTS_MAX));
  return Array.from({ length: Math.floor(askings / each) }, (_, i) => (i + 1) * each * everyMs);
}

class Ranges {
  readonly #samples: number;
  readonly #past: ReturnType<Searched['past']>;
  readonly #tail: ReturnType<Searched['tail']>;
  readonly #origin: Simulation;
  /** The present instant, and the number of the last fact. */
  readonly #nowMs: number;
  readonly #last: number;
  readonly #seen: Seen;
  readonly #answers = new RangeAnswers();
  #events = 0;
  #done = 0;

  constructor(samples: number, last: number, searched: Searched) {
    this.#samples = samples;
    this.#past = searched.past();
    this.#tail = searched.tail();
    this.#origin = searched.simulation();
    this.#nowMs = this.#origin.nowMs;
    this.#last = last;
    this.#seen = new Seen(sinceMonday(this.#origin.scenario.start));
  }

  *asked(instants: readonly number[]): Steps<ComparedStarts | TooManyFutures> {
    let begun: Begun | undefined;
    for (const atMs of instants) {
      begun = yield* this.#replayed(atMs, begun);
      const { simulation } = begun;
      yield* this.#read(simulation.clock().seq);
      const tooMany = yield* this.#ask(simulation);
      if (tooMany !== undefined) return tooMany;
    }
    yield* this.#read(this.#last);
    const { compared, open } = this.#answers.compared(this.#nowMs);
    const accuracy = yield* stepsOf(byHorizon(compared, likelyAccuracyOf));
    const { ended } = this.#answers;
    return { samples: this.#samples, instants: instants.length, ...accuracy, ended, open };
  }

  /** The world at the end of an instant. @param begun an earlier one, which is continued if no snapshot is nearer */
  *#replayed(atMs: number, begun: Begun | undefined): Generator<void, Begun, unknown> {
    const end = endOfInstant(atMs);
    const isNear = begun !== undefined && (this.#past.snapshotFacts(end) ?? 0) <= begun.facts;
    const { simulation, commands: before } = isNear
      ? begun
      : yield* fromNearest(this.#past, this.#origin, end);
    let commands = before;
    const journal = storedJournal(this.#past, commands + 1);
    for (const _ of fileSlices(this.#past, simulation, journal, atMs, () => commands++)) {
      simulation.dropFacts();
      yield;
    }
    simulation.dropFacts();
    return { simulation, commands, facts: simulation.clock().seq };
  }

  /** Reads facts up to number `last`, a run in a step. */
  *#read(last: number): Generator<void, void, unknown> {
    if (this.#answers.seq === last) return;
    for (const run of this.#tail.allAfter(this.#answers.seq)) {
      this.#seen.follow(run, last);
      this.#answers.follow(run, last);
      if (this.#answers.seq === last) return;
      yield;
    }
  }

  *#ask(simulation: Simulation): Steps<TooManyFutures | undefined> {
    const { nowMs } = simulation;
    const { Queued = 0, Provisioning = 0, Successful = 0 } = simulation.views.countStates();
    const gprs = Queued + Provisioning + Successful;
    if (gprs > COPIED_MAX) return { ok: false, gprs, done: this.#done };
    const oneOf = Math.ceil(Queued / GPRS_MAX);
    const horizonMs = nowMs + HORIZON_MS;
    const sampling = simulation.sampledStarts(
      this.#seen,
      this.#samples,
      horizonMs,
      (uid) => uid % oneOf === 0,
    );
    while (!sampling.run(STEP_INSTANTS)) {
      if (this.#events + sampling.events > EVENTS_MAX)
        return { ok: false, gprs, done: this.#done + sampling.done };
      yield;
    }
    this.#events += sampling.events;
    this.#done += sampling.done;
    const starts = sampling.answer();
    const gprIds = starts.map(({ uid }) => simulation.gprId(uid));
    const estimates = yield* stepsOf(simulation.estimates(gprIds));
    const estimateMs = estimates.map(({ startMs }) => startMs);
    this.#answers.ask(nowMs, horizonMs, starts, estimateMs);
    return undefined;
  }
}
