// A world made anew from a file's scenario and journal, with everything looked at that the file says: a file may come
// from anywhere.

import { ENGINE_VERSION, type Scenario, type Simulation } from '../../sim/index.ts';
import { StoreError } from '../store/store-error.ts';
import { type JournalEntry, type Mark, WorldFile } from '../store/world-file.ts';
import { Recorder, type Replayed } from './recorder.ts';
import { SLICE_MS, Slice } from './slice.ts';
import { Damaged, storedJournal, storedMark, storedScenario } from './stored.ts';
import { ImportRefused } from './world.ts';

/** Gives others a turn. The end is not known where the file does not tell it. What it throws ends the work. */
export type Rest = (standing: Omit<Replayed, 'done'> & { readonly done: number | null }) => Promise<void>;

export interface Rebuilt {
  readonly recorder: Recorder;
  readonly commands: number;
  readonly isAsStored: boolean;
}

/**
 * Derives the world of `source`, which stays as it is, in the new file `target`, up to where it stood.
 * @param branch number of the branch that `target` gets
 * @param rest called now and then
 * @throws ImportRefused, naming what in `source` is wrong
 */
export async function rebuild(
  source: WorldFile,
  target: WorldFile,
  branch: number,
  rest: Rest,
): Promise<Rebuilt> {
  return new Rebuilding(source, target, branch, rest).run();
}

/**
 * As `rebuild`, from a file to a new one; both are closed afterwards, and the recorder is to be moved on from there.
 * @throws ImportRefused, Cancelled, StoreError when `to` cannot be written
 */
export async function rebuildFile(from: string, to: string, branch: number, rest: Rest): Promise<Rebuilt> {
  const source = readRefusing(from, () => WorldFile.read(from));
  try {
    const target = WorldFile.open(to);
    try {
      return await rebuild(source, target, branch, rest);
    } catch (error) {
      throw target.explained(error);
    } finally {
      target.close();
    }
  } finally {
    source.close();
  }
}

/** Whether two scenarios are one: the workspaces that they begin with are the same ones then. */
export function isSameWorld(one: Scenario, other: Scenario): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

class Rebuilding {
  readonly #source: WorldFile;
  readonly #recorder: Recorder;
  readonly #rest: Rest;
  readonly #sliced: Slice = new Slice();
  #turnAt = performance.now();
  /** How many the source says that there are. */
  #facts: number | undefined;

  constructor(source: WorldFile, target: WorldFile, branch: number, rest: Rest) {
    this.#source = source;
    this.#rest = rest;
    target.setScenario(scenarioOf(source), branch);
    this.#recorder = refusing(target, 'its scenario cannot be built', () => Recorder.resume(target));
  }

  get #simulation(): Simulation {
    return this.#recorder.simulation;
  }

  async run(): Promise<Rebuilt> {
    const { file } = this.#recorder;
    const mark = readRefusing(this.#source.path, () => storedMark(this.#source));
    this.#facts = mark?.facts;
    file.begin();
    await this.#enterJournal();
    if (mark !== undefined) await this.#settle(mark);
    this.#recorder.write();
    file.commit();
    this.#recorder.snapshot();
    const isAsStored =
      this.#source.engineVersion === ENGINE_VERSION && mark?.hash === this.#simulation.clock().hash;
    return { recorder: this.#recorder, commands: this.#recorder.commands, isAsStored };
  }

  async #enterJournal(): Promise<void> {
    const entries = storedJournal(this.#source);
    for (;;) {
      const { value: entry } = readRefusing(this.#source.path, () => entries.next());
      if (entry === undefined) return;
      await this.#enter(entry);
    }
  }

  async #enter({ seq, atMs, round, command }: JournalEntry): Promise<void> {
    await this.#reach(atMs, round);
    const { file } = this.#recorder;
    const checked = refusing(file, `command ${seq} of its journal (${command.kind}) cannot be checked`, () =>
      this.#recorder.check(command),
    );
    if (!checked.ok) {
      const { code, ...details } = checked.rejection;
      const why = `${code} ${JSON.stringify(details)}`;
      throw refused(`command ${seq} of its journal (${command.kind}) is refused: ${why}`);
    }
    // As it was journaled: its choices have been made. Another engine may have closed the round by now.
    const entered = { atMs, round: this.#simulation.round, command };
    refusing(file, `command ${seq} of its journal (${command.kind}) cannot be applied`, () =>
      this.#recorder.apply(entered),
    );
  }

  /** Opens a round of an instant. */
  async #reach(atMs: number, round: number): Promise<void> {
    await this.#runBefore(atMs);
    this.#simulation.openAt(atMs);
    let { round: at } = this.#simulation;
    while (at < round) {
      this.#simulation.openRound(atMs, ++at);
      await this.#pause();
    }
  }

  /** Brings the world to where the source stood. */
  async #settle(mark: Mark): Promise<void> {
    const { nowMs, round, isOpen } = mark;
    const { nowMs: atMs, round: atRound } = this.#simulation;
    if (nowMs < atMs || (nowMs === atMs && round < atRound)) {
      throw refused(
        `it says that it stood at ${nowMs} ms, round ${round}, but its journal goes on to ${atMs} ms, round ${atRound}`,
      );
    }
    // A world in which nothing has happened yet has no round.
    if (round < 0) return;
    if (isOpen) {
      await this.#reach(nowMs, round);
      return;
    }
    await this.#runBefore(nowMs);
    this.#simulation.settle(nowMs, 0, false);
    for (let { round: at } = this.#simulation; at < round; ) {
      this.#simulation.settle(nowMs, ++at, false);
      await this.#pause();
    }
  }

  /** Runs up to an instant and not into it. */
  async #runBefore(atMs: number): Promise<void> {
    await this.#pause();
    while (atMs > this.#simulation.nowMs + 1) {
      if (this.#sliced.run(this.#simulation, atMs - 1)) return;
      await this.#pause();
    }
  }

  /** Stores what there is and lets others have a turn, if it is time for that. */
  async #pause(): Promise<void> {
    if (performance.now() - this.#turnAt < SLICE_MS) return;
    const { file } = this.#recorder;
    this.#recorder.write();
    file.commit();
    await this.#rest(this.#standing());
    this.#turnAt = performance.now();
    file.begin();
  }

  #standing(): Parameters<Rest>[0] {
    const { events, nowMs: simMs } = this.#simulation;
    const done = this.#simulation.clock().seq / (this.#facts ?? 0);
    return { events, simMs, done: done >= 0 && done <= 1 ? done : null };
  }
}

function scenarioOf(source: WorldFile): Scenario {
  const scenario = readRefusing(source.path, () => storedScenario(source));
  if (scenario === undefined) throw refused('it holds no scenario');
  return scenario;
}

function refused(why: string, cause?: unknown): ImportRefused {
  return new ImportRefused(why, { cause });
}

/**
 * What the source says is told as it is, and so is what the target's disk has against it; whatever else goes wrong is what
 * cannot be made of the source.
 */
function refusing<T>(target: WorldFile, what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const told = target.explained(error);
    if (told instanceof ImportRefused || (told instanceof StoreError && !(told instanceof Damaged)))
      throw told;
    throw refused(`${what}: ${(error as Error).message}`);
  }
}

/** Reads the source, whose tables may be anything. Its path is nobody's business: a refusal is about `it`. */
function readRefusing<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Damaged) throw refused(error.why);
    const why = (error as Error).cause ?? error;
    throw refused(
      error instanceof StoreError
        ? error.message.replaceAll(path, 'it')
        : `it is damaged: ${(why as Error).message}`,
      error,
    );
  }
}
