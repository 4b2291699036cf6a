import { SECOND_MS } from '../../../base/numbers/time.ts';
import { UNITS } from './options.ts';
import type { Job } from './row.ts';

/** A job exceeds its limit by at least this factor if its unit is wrong. Schedulers end jobs a little after their limit. */
const EXCESS = 2;

/** Guesses the unit of time limits: if most jobs exceed theirs, it is a larger one. */
export class LimitUnit {
  #jobs = 0;
  #header = '';
  #unitMs = 0;
  /** By unit: the jobs that exceed their limit if it is in this unit. */
  readonly #exceeding: number[] = UNITS.map(() => 0);

  note({ limitMs, runMs, plainLimit }: Job): void {
    if (limitMs === undefined || runMs === undefined || plainLimit === undefined) return;
    this.#jobs += 1;
    this.#header = plainLimit.header;
    this.#unitMs = plainLimit.unitMs ?? SECOND_MS;
    UNITS.forEach(([, ms], i) => {
      if (runMs > EXCESS * (limitMs / this.#unitMs) * ms) this.#exceeding[i]! += 1;
    });
  }

  /** A warning with the likely unit; empty unless most jobs exceed their limit, and in a larger unit few do. */
  warnings(): string[] {
    const areMost = (exceeding: number) => exceeding > this.#jobs / 2;
    const now = UNITS.findIndex(([, ms]) => ms === this.#unitMs);
    const likely = this.#exceeding.findIndex((exceeding, i) => i > now && !areMost(exceeding));
    if (now < 0 || likely < 0 || !areMost(this.#exceeding[now]!)) return [];
    const words = { s: 'seconds', min: 'minutes', h: 'hours' }[UNITS[likely]![0]];
    return [
      `${this.#exceeding[now]} of ${this.#jobs} jobs ran more than twice as long as their limit; ${this.#header} may be in ${words}: --columns exit=${this.#header}:${UNITS[likely]![0]}`,
    ];
  }
}
