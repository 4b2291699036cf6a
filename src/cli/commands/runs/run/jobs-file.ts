// Writes a line of CSV for each GPR of a run: when it ends, and at the end of the run for those that have not ended.

import type { FactRun, KeptGpr, Simulation } from '../../../../../sim/index.ts';
import { GprHistories, type GprHistory } from '../../../../driver/stored/gpr-histories.ts';
import { knownGpr } from '../../../../driver/stored/known-gpr.ts';
import type { WorldFile } from '../../../../store/world-file.ts';
import { csvLine } from '../../../../wire/text/csv.ts';
import { Timeline } from '../../../../wire/time/timestamps.ts';
import { GPR_COLUMNS, gprLine, gprRowOf } from '../../../support/output/gpr-rows.ts';
import type { OutputFile } from '../../../support/output/output-file.ts';

export class JobsFile {
  readonly #to: OutputFile;
  readonly #simulation: Simulation;
  readonly #timeline: Timeline;
  readonly #histories = new GprHistories();
  /** Uid → a GPR that has left memory since the last facts. Empty with a file, which keeps such GPRs. */
  readonly #gone = new Map<number, KeptGpr>();
  readonly #file: WorldFile | undefined;

  constructor(to: OutputFile, simulation: Simulation, file: WorldFile | undefined) {
    this.#to = to;
    this.#simulation = simulation;
    this.#file = file;
    this.#timeline = new Timeline(simulation.scenario.start);
    if (file === undefined) {
      // The words are only valid during the call.
      simulation.onForget = (gpr, _, uid) =>
        this.#gone.set(uid, { ...gpr, words: gpr.words.slice(0, gpr.count) });
    }
    to.write(`${csvLine(GPR_COLUMNS)}\n`);
  }

  /** Reads the next facts. */
  follow(run: FactRun): void {
    this.#write(this.#histories.read(this.#simulation.viewFacts(run)));
    this.#gone.clear();
  }

  end(): void {
    this.#write([...this.#histories.open()]);
  }

  #write(histories: readonly GprHistory[]): void {
    const lines = histories.map(
      (one) => `${gprLine(gprRowOf(one, this.#nameOf(one.gprId), this.#timeline))}\n`,
    );
    if (lines.length > 0) this.#to.write(lines.join(''));
  }

  #nameOf(gprId: string): string {
    if (this.#file !== undefined) return knownGpr(this.#simulation, this.#file.present, gprId)?.gprName ?? '';
    const { views } = this.#simulation;
    const gone = this.#gone.get(this.#simulation.uidOf(gprId));
    return (gone === undefined ? views.gpr(gprId) : views.keptGpr(gone, gprId))?.gprName ?? '';
  }
}
