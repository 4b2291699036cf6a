// The cases: each kind of fault, drawn from a seed and the number of the case.

import { join } from 'node:path';
import { Driver } from '../../src/driver/driver.ts';
import { StoreError } from '../../src/store/store-error.ts';
import { WorldFile } from '../../src/store/world-file.ts';
import { damage } from './damage.ts';
import { LUCKS } from './disk-file.ts';
import { drawFailedSync, drawFault, drawSteps } from './draw-fault.ts';
import { judge, type Verdict, verdictOf } from './judge.ts';
import { CASES_PER_LIFE, IS_POWER, type Kind, MAY_LOSE, MUST_BE_DURABLE } from './kinds.ts';
import type { Floor, Oracle } from './oracle.ts';
import { Random } from './random.ts';
import { diskAt, drawCut, floorAt, type Recorded, recordLife, writeFiles } from './recorded.ts';
import { lineOf, operationsOf } from './records.ts';
import type { Shim } from './shim.ts';
import { SCENARIO, WORLD } from './small-world.ts';
import type { Files } from './trace.ts';
import { tuning } from './tuning.ts';

/** lost: consistent, but lacks something acknowledged that had to survive. allowed: the same, where it need not survive. */
export type Result = Exclude<Verdict['ending'], 'prefix'> | 'lost' | 'allowed';

export interface Judged {
  readonly result: Result;
  readonly isViolation: boolean;
  readonly why: string;
  readonly holdsUnanswered: boolean;
  /** What was damaged, and whether a call had failed. */
  readonly notes: readonly string[];
  /** The last operations before the fault. */
  readonly tail: readonly string[];
}

const TAIL = 40;

/** The files that a fault leaves. */
interface Found {
  readonly files: Files;
  readonly how: string;
  /** Whether no program could notice the loss. */
  readonly isHidden?: boolean;
  /** The last life, if it is another one. */
  readonly last?: { readonly oracle: Oracle; readonly floor: Floor };
}

export class Cases {
  readonly #shim: Shim;
  readonly #seed: number;
  readonly #kind: Kind;
  #life: { readonly number: number; readonly recorded: Recorded; readonly isDurable: boolean } | undefined;

  constructor(shim: Shim, seed: number, kind: Kind) {
    this.#shim = shim;
    this.#seed = seed;
    this.#kind = kind;
  }

  /** Runs one case. */
  async run(number: number): Promise<Judged> {
    const { recorded, isDurable } = await this.#lifeOf(Math.floor(number / CASES_PER_LIFE[this.#kind]));
    const random = new Random(this.#seed, 2 * number + 1);
    const { length } = recorded.operations;
    const at = this.#kind === 'damage' ? length : drawCut(recorded, random);
    const found =
      this.#kind === 'again'
        ? await this.#again(recorded, at, isDurable, random)
        : this.#filesOf(recorded, at, random);
    const { oracle, floor } = found.last ?? { oracle: recorded.oracle, floor: floorAt(recorded, at) };
    const folder = this.#kind === 'opening' ? this.#shim.folder : join(this.#shim.folder, '../judged');
    writeFiles(folder, found.files);
    if (IS_POWER.includes(this.#kind)) this.#shim.boot();
    const refusal = this.#kind === 'opening' ? await this.#openFailing(random, isDurable) : undefined;
    const options = { durable: isDurable, isThorough: random.chance(30) };
    // The first case of a life reports what was wrong before the fault.
    const before = number % CASES_PER_LIFE[this.#kind] === 0 ? recorded.wrongs[0] : undefined;
    const verdict = before ?? refusal ?? (await judge(folder, oracle, floor, options));
    const tail = recorded.operations.slice(Math.max(0, at - TAIL), at).map(lineOf);
    const judged = this.#judged(verdict, found, floor.branch > 0, isDurable);
    const failed = recorded.operations.slice(0, at).filter(({ kind }) => kind.startsWith('failed-'));
    const notes = new Set(failed.map(({ kind }) => `after a ${kind}`));
    if (['fail-power', 'again'].includes(this.#kind) && !isDurable) notes.add('not durable');
    if (this.#kind === 'damage') notes.add(`${judged.result}: ${found.how.replace(/,? (at|as) .*/, '')}`);
    return { ...judged, notes: [...notes], tail };
  }

  async #lifeOf(number: number) {
    if (this.#life?.number === number) return this.#life;
    const random = new Random(this.#seed, 2 * number);
    const isDurable =
      this.#kind === 'power-quick' ? false : MUST_BE_DURABLE.includes(this.#kind) || random.chance(50);
    tuning.logPages = random.pick([4, 10, 30, 4000]);
    const fails = ['fail', 'fail-power', 'again'].includes(this.#kind);
    const drawn = this.#kind === 'again' ? drawFailedSync(random) : drawFault(random);
    const fault = fails ? { fault: { fault: drawn, ...drawSteps(random) } } : {};
    const recorded = await recordLife(this.#shim, random, { durable: isDurable, ...fault });
    this.#life = { number, recorded, isDurable };
    return this.#life;
  }

  #filesOf({ operations, files }: Recorded, at: number, random: Random): Found {
    const luck = random.pick(LUCKS);
    switch (this.#kind) {
      case 'damage':
        return damage(files, operations, random);
      case 'death':
      case 'fail':
      case 'opening': {
        const disk = diskAt(operations, at);
        const next = operations[at];
        if (next?.kind === 'write' && random.chance(30)) disk.applyPartly(next, random);
        return { files: disk.died(), how: `after operation ${at}` };
      }
      case 'twice': {
        this.#shim.boot();
        const first = diskAt(operations, at).cut(luck, random);
        const again = this.#traceOpening(first);
        const second = random.int(0, again.length);
        const luckAgain = random.pick(LUCKS);
        const how = `after operation ${at} (${luck}), and after operation ${second} of the next start (${luckAgain})`;
        return { files: diskAt(again, second, first).cut(luckAgain, random), how };
      }
      case 'fail-power':
        // SQLite ignores a failed sync of a folder, and relies on the file system.
        return {
          files: diskAt(operations, at, undefined, 'file').cut(luck, random),
          how: `after operation ${at} (${luck})`,
        };
      default:
        return { files: diskAt(operations, at).cut(luck, random), how: `after operation ${at} (${luck})` };
    }
  }

  /** Lets the process end, continues the world in another life, and cuts the power there. The cache outlives the process. */
  async #again(first: Recorded, at: number, durable: boolean, random: Random): Promise<Found> {
    const disk = diskAt(first.operations, at, undefined, 'file');
    const how = `after operation ${at}`;
    // Without an acknowledgment, there may be no world to continue.
    if (floorAt(first, at).branch === 0) return { files: disk.died(), how };
    const second = await recordLife(this.#shim, random, { durable, base: disk.died() });
    second.oracle.addEarlier(first.oracle);
    const end = drawCut(second, random);
    for (const operation of second.operations.slice(0, end)) disk.apply(operation);
    const luck = random.pick(LUCKS);
    const later = floorAt(second, end);
    const last = later.branch > 0 ? { last: { oracle: second.oracle, floor: later } } : {};
    return {
      files: disk.cut(luck, random),
      how: `${how}, and after operation ${end} of the next life (${luck})`,
      ...last,
    };
  }

  /** Opens and closes a world after a power cut, and returns the trace. */
  #traceOpening(files: Files) {
    writeFiles(this.#shim.folder, files);
    this.#shim.record();
    try {
      const file = WorldFile.open(join(this.#shim.folder, WORLD), { durable: true });
      file.close();
    } catch (error) {
      // The judge opens it again, and reports what is wrong.
      if (!(error instanceof StoreError)) throw error;
    }
    return operationsOf(this.#shim.end());
  }

  /** Opens a world while calls fail. Returns a verdict if anything but a StoreError comes of it. */
  async #openFailing(random: Random, durable: boolean): Promise<Verdict | undefined> {
    const path = join(this.#shim.folder, WORLD);
    let file: WorldFile | undefined;
    let driver: Driver | undefined;
    this.#shim.fail({ ...drawFault(random), nth: random.int(1, 12) });
    try {
      file = WorldFile.open(path, { durable });
      if (file.scenarioText() === undefined) file.setScenario(SCENARIO);
      driver = new Driver(file, { mode: 'paused', speed: 1, onFailure: () => {} });
      return undefined;
    } catch (error) {
      const verdict = verdictOf(error, path);
      if (verdict.ending === 'refused') return undefined;
      return { ...verdict, why: `opened while calls fail: ${verdict.why}` };
    } finally {
      if (random.chance(50)) this.#shim.heal();
      await driver?.close();
      file?.close();
      this.#shim.heal();
    }
  }

  #judged(
    { ending, why, holdsUnanswered = false, isReported = false }: Verdict,
    { how, isHidden }: Found,
    isAcknowledged: boolean,
    isDurable: boolean,
  ) {
    const mayLose = isHidden || (!isDurable && MAY_LOSE.includes(this.#kind));
    const mayRefuse = !isAcknowledged || !['death', 'power', 'twice', 'opening'].includes(this.#kind);
    const result: Result = ending === 'prefix' ? (mayLose || isReported ? 'allowed' : 'lost') : ending;
    const isViolation = ['wrong', 'unnamed', 'lost'].includes(result) || (result === 'refused' && !mayRefuse);
    return { result, isViolation, why: `${how}: ${why}`, holdsUnanswered };
  }
}
