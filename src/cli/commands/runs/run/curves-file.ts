// Writes what is allocated and fragmented against arrived demand, as CSV.

import type { Curves, FactRun, Scenario, Simulation } from '../../../../../sim/index.ts';
import { badUsage } from '../../../../arguments/command-failure.ts';
import { csvLine } from '../../../../wire/text/csv.ts';
import type { OutputFile } from '../../../support/output/output-file.ts';

const COLUMNS = [
  'arrivedPercent',
  'allocatedPercent',
  'fragmentationPercent',
  'fragmentationOfFreePercent',
] as const;

/** @throws CommandFailure if the scenario has no shared GPUs */
export function checkCurves({ clusters }: Scenario): void {
  if (clusters.some(({ capacity }) => capacity === 'shares')) return;
  throw badUsage('--curves needs a trace with shared GPUs: --trace openb --shares exact');
}

export class CurvesFile {
  readonly #to: OutputFile;
  readonly #curves: Curves;

  constructor(to: OutputFile, simulation: Simulation) {
    this.#to = to;
    this.#curves = simulation.curves();
  }

  /** Reads the next facts. */
  follow(run: FactRun): void {
    this.#curves.follow(run);
  }

  end(): void {
    const lines = this.#curves.rows().map((row) => csvLine(COLUMNS.map((column) => row[column])));
    this.#to.write(`${[csvLine(COLUMNS), ...lines].join('\n')}\n`);
  }
}
