// The settings of a comparison: each scenario with each combination of values of the varied members.

import { type Json, valueText } from './varied-values.ts';

/** A member of the scenario file, by JSON Pointer, and its values. */
export interface VariedMember {
  readonly pointer: string;
  readonly values: readonly Json[];
}

export interface Setting {
  /** Index of the scenario. */
  readonly source: number;
  /** By member. */
  readonly values: readonly Json[];
}

/** Computes each setting from its index. The values of the last member change fastest, the scenario last. */
export class Settings {
  /** Names of the scenarios. */
  readonly names: readonly string[];
  readonly members: readonly VariedMember[];
  readonly count: number;

  constructor(names: readonly string[], members: readonly VariedMember[]) {
    this.names = names;
    this.members = members;
    this.count = members.reduce((count, { values }) => count * values.length, names.length);
  }

  /** Settings that have each value of each member at least once: one member differs from its first value, or none. */
  *singly(): Generator<number> {
    const ofScenario = this.count / this.names.length;
    for (let first = 0; first < this.count; first += ofScenario) {
      yield first;
      let step = ofScenario;
      for (const { values } of this.members) {
        step /= values.length;
        for (let value = 1; value < values.length; value++) yield first + value * step;
      }
    }
  }

  at(index: number): Setting {
    const values: Json[] = [];
    let rest = index;
    for (let i = this.members.length - 1; i >= 0; i--) {
      const { values: all } = this.members[i];
      values[i] = all[rest % all.length];
      rest = Math.floor(rest / all.length);
    }
    return { source: rest, values };
  }

  /** The scenario, if there are several, and the values of the varied members: `b.json, /x=4`. */
  nameOf(index: number): string {
    const { source, values } = this.at(index);
    const members = this.members.map(({ pointer }, i) => memberText(pointer, values[i]));
    return [...(this.names.length > 1 ? [this.names[source]] : []), ...members].join(', ');
  }
}

export function memberText(pointer: string, value: Json): string {
  return `${pointer}=${valueText(value)}`;
}
