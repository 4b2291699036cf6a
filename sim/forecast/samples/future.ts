// A future of a world: a copy in which all that a scheduler cannot know is drawn from what has been seen. GPRs run as long as earlier
// ones, others arrive as often as before, and provisionings and nodes fail as they did.

import { Origin, uidOf } from '../../base/numbers/ids.ts';
import { Dice, exponential, Stream, scale } from '../../base/numbers/random.ts';
import { NEVER } from '../../base/numbers/time.ts';
import { State } from '../../facts/numbered.ts';
import type { Rules } from '../../kernel/core.ts';
import { Engine } from '../../kernel/engine.ts';
import { planFailure } from '../../kernel/failures.ts';
import { planNext } from '../../kernel/gprs/gpr-deadlines.ts';
import { create } from '../../kernel/gprs/lifecycle.ts';
import { Timer } from '../../kernel/timers.ts';
import { onBurstTimer } from '../../resources/placements/bursts.ts';
import { ANY_CLASS } from '../../tables/demand-table.ts';
import { Flag, ROW } from '../../tables/gprs/gpr-table.ts';
import { NodeState } from '../../tables/pools/node-table.ts';
import { WorkspaceBit } from '../../tables/workspace-table.ts';
import type { World } from '../../world.ts';
import { copyOf, runAhead, type Watch, watchStarts } from '../copies/copy.ts';
import type { Arrival, Known, Life } from './seen.ts';

/** Draws among many lives before all are tried in turn. */
const TRIES = 32;
/** Exit durations that differ by a greater factor have other shares of run time: of a second, all is often used. */
const NEAR = 100;
/** The flags of a request that decide what happens. */
const DECIDING = Flag.evicts | Flag.requeues | Flag.dedicatedNodes | Flag.enforcesIdleTimeOut;

/** Numbers of the draws of an arrival, of its gap, and of a life: whether it is a common one, whether it is a seen one, and which. */
const Draw = { arrival: 0, gap: 1, alike: 2, usual: 3, life: 5 } as const;
const DRAWS = TRIES + Draw.life;
/** Draws are below. */
const DRAWN_MAX = 2 ** 32;

export class Future {
  readonly world: World;
  readonly #engine: Engine;
  readonly #watch: Watch;

  /** @param world a copy without hidden knowledge @param rows the GPRs to watch @param used as in `BlindCopy` */
  constructor(world: World, rows: readonly number[], known: Known, number: number, used?: Future) {
    this.world = copyOf(world, sampledRules(world.core.rules, known, number), used?.world);
    const drawing = new Drawing(this.world, known, number);
    this.#engine = new Engine(this.world.core, {
      [Timer.burst]: (slot) => onBurstTimer(this.world, slot),
      [Timer.stream]: () => drawing.arrive(),
    });
    this.#watch = watchStarts(this.world, rows);
  }

  /** Runs at most `instants` further. Returns whether all watched GPRs have started, or `untilMs` is over. */
  run(instants: number, untilMs: number): boolean {
    return runAhead(this.#engine, this.#watch, instants, untilMs);
  }

  /** By `indexOf(row)`: the instant of the next start; NEVER and −1: none. */
  get startAt(): Float64Array {
    return this.#watch.startAt;
  }
}

/** The hidden things of a future, and its arrivals: drawn, so that equal numbers have equal draws, whatever else happens. */
export class Drawing {
  readonly #world: World;
  readonly #known: Known;
  readonly #dice: Dice;
  readonly #firstDraw: number;
  /** The rate at which arrivals have been seen. */
  readonly #rateMilli: number;
  #arrivals = 0;

  /** @param world without hidden knowledge, under the rules of `sampledRules` @param number of the future */
  constructor(world: World, known: Known, number: number) {
    const { core } = world;
    this.#world = world;
    this.#known = known;
    this.#dice = new Dice(core.rules.seed, Stream.future);
    this.#firstDraw = number * DRAWS;
    this.#rateMilli = core.arrivalRateMilli;
    this.#drawLives();
    for (let node = 0; node < core.nodes.size; node++)
      if (core.nodes.state[node] === NodeState.up) planFailure(core, node);
    if (known.arrivals.length > 0) this.#planArrival();
  }

  /** Performs the arrival that is due, and plans the next. */
  arrive(): void {
    const uid = this.#uidOfArrival();
    const { arrivals } = this.#known;
    this.#enter(arrivals[scale(this.#draw(uid, Draw.arrival), 0, arrivals.length - 1)], uid);
    this.#arrivals++;
    this.#planArrival();
  }

  #draw(entity: number, which: number): number {
    return this.#dice.draw(entity, this.#firstDraw + which);
  }

  #drawLives(): void {
    const { core } = this.#world;
    const { gprs } = core;
    for (let row = 0; row < gprs.used; row += ROW)
      if (gprs.state[row] === State.queued || gprs.state[row] === State.provisioning) this.drawLife(row);
    for (const row of core.gprTimers.inOrderSet()) {
      if (gprs.state[row] !== State.successful) continue;
      this.drawLife(row);
      planNext(core, row);
    }
  }

  /** Sets the hidden run time and idleness of a GPR. */
  drawLife(row: number): void {
    const { core } = this.#world;
    const { gprs } = core;
    const enforces = (gprs.flags[row] & Flag.enforcesIdleTimeOut) !== 0;
    const before = gprs.ranMs[row];
    const exitMs = before + gprs.exitLeftMs[row];
    const runs = gprs.state[row] === State.successful;
    const ranMs = runs ? before + core.now - gprs.successfulAt[row] : before;
    // An idle GPR goes on as one that was not idle: it has a time-out, which is known.
    const isIdle = runs && gprs.idleSince[row] >= 0;
    const fits = (life: Life) =>
      life.enforcesIdleTimeOut === enforces &&
      life.share * exitMs > ranMs &&
      !(isIdle && life.timedOutAfterMs >= 0);
    const life = this.#lifeOf(gprs.workspace[row], gprs.uid[row], exitMs, fits);
    if (life === undefined) return;
    const leftMs = Math.ceil(life.share * exitMs) - before;
    if (life.timedOutAfterMs >= 0) gprs.idleAfterMs[row] = leftMs;
    else gprs.runLeftMs[row] = leftMs;
  }

  /**
   * A life for a GPR: one of its kind (its workspace and exit duration), else one of its workspace, else one of all. After n values, the
   * next is outside of them with the probability 2 ÷ (n + 1): so often, a life of its workspace is not one of those seen. GPRs of a
   * kind that has not been seen have common draws: those of a new array run alike, though it is not known how.
   */
  #lifeOf(workspace: number, uid: number, exitMs: number, fits: (life: Life) => boolean): Life | undefined {
    const { lives, alike } = this.#known;
    const isNear = (life: Life) => life.exitMs <= NEAR * exitMs && exitMs <= NEAR * life.exitMs;
    const own = (this.#known.own.get(workspace) ?? []).filter((life) => fits(life) && isNear(life));
    const same = own.filter((life) => life.exitMs === exitMs);
    // In some futures, the GPRs of a workspace have common draws, and so equal lives, as far as they can.
    const common = uidOf(Origin.internal - 2, workspace);
    const kind = uidOf(Origin.internal - 3, this.#dice.draw(common, exitMs));
    const isAlike = this.#draw(common, Draw.alike) < alike * DRAWN_MAX;
    const entity = isAlike ? common : same.length === 0 ? kind : uid;
    const isUsual = (level: number, seen: number) =>
      this.#draw(entity, Draw.usual + level) * (seen + 1) >= 2 * DRAWN_MAX;
    if (isUsual(0, same.length)) return this.#oneOf(same, entity);
    if (isUsual(1, own.length)) return this.#oneOf(own, entity);
    if (lives.length === 0) return undefined;
    let far: Life | undefined;
    for (let tried = 0; tried < TRIES; tried++) {
      const life = lives[scale(this.#draw(entity, Draw.life + tried), 0, lives.length - 1)];
      if (!fits(life)) continue;
      if (isNear(life)) return life;
      far ??= life;
    }
    if (far !== undefined) return far;
    const fitting = lives.filter(fits);
    return fitting.length === 0 ? undefined : this.#oneOf(fitting, entity);
  }

  #oneOf(lives: readonly Life[], entity: number): Life {
    return lives[scale(this.#draw(entity, Draw.life), 0, lives.length - 1)];
  }

  #planArrival(): void {
    const { core } = this.#world;
    const gap = exponential(this.#draw(this.#uidOfArrival(), Draw.gap));
    const mean = (gap * this.#rateMilli) / core.arrivalRateMilli;
    core.timers.set(Timer.stream, 0, this.#known.arrivalAfter(core.now, mean));
  }

  /** No other GPR has this uid: no workload entry has the origin. */
  #uidOfArrival(): number {
    return uidOf(Origin.internal - 1, this.#arrivals);
  }

  #enter(arrival: Arrival, uid: number): void {
    const { core } = this.#world;
    const { workspace, pool, exitMs, flags, nodeCount, gpusPerNode, shape } = arrival;
    if (core.workspaces.has(workspace, WorkspaceBit.going | WorkspaceBit.gone)) return;
    const { gprs, demands } = core;
    const enforces = (flags & Flag.enforcesIdleTimeOut) !== 0;
    const life = this.#lifeOf(workspace, uid, exitMs, (one) => one.enforcesIdleTimeOut === enforces);
    const row = gprs.add();
    const evicts = (flags & Flag.evicts) !== 0;
    const isDedicated = (flags & Flag.dedicatedNodes) !== 0;
    gprs.uid[row] = uid;
    gprs.workspace[row] = workspace;
    gprs.pool[row] = pool;
    gprs.demand[row] =
      shape === undefined
        ? demands.of(nodeCount, gpusPerNode, isDedicated, evicts, ANY_CLASS)
        : demands.ofShape(
            ...([nodeCount, gpusPerNode, isDedicated, evicts, ANY_CLASS] as const),
            ...([shape.gpuMilli, shape.cpuMilli, shape.memoryMib] as const),
          );
    gprs.priority[row] = arrival.priority;
    gprs.flags[row] = flags & DECIDING;
    gprs.memoryGb[row] = 0;
    gprs.exitLeftMs[row] = exitMs;
    const endMs = life === undefined ? NEVER : Math.ceil(life.share * exitMs);
    const timesOut = life !== undefined && life.timedOutAfterMs >= 0;
    gprs.runLeftMs[row] = timesOut ? NEVER : endMs;
    gprs.idleAfterMs[row] = timesOut ? endMs : NEVER;
    gprs.idleTimeOutMs[row] = timesOut ? Math.max(1, life.timedOutAfterMs) : 0;
    create(core, row);
  }
}

/** The rules with failures as often as seen. */
export function sampledRules(rules: Rules, known: Known, number: number): Rules {
  const { provisionings, provisioningFailures, nodeMtbfMs, nodeRepairMs } = known;
  // Futures share no draw of a failure.
  const seed = (rules.seed + (number + 1) * 2 ** 20) % 2 ** 52;
  return {
    ...rules,
    knowsHidden: true,
    provisioningMicro: provisionings === 0 ? 0 : Math.round((provisioningFailures / provisionings) * 1e6),
    nodeMtbfMs,
    nodeRepairMs: Math.ceil(nodeRepairMs ?? rules.nodeRepairMs),
    provisioningDice: new Dice(seed, Stream.provisioning),
    nodeDice: new Dice(seed, Stream.nodeFailure),
  };
}
