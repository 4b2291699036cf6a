// The files that the scenarios of a comparison name. If one of them changes, the comparison is another one: the error names it.

import type { InputFile } from '../../scenario/input-files.ts';

export interface StudyInput extends InputFile {
  /** Index of the scenario. */
  readonly source: number;
}

/** Further files are not named: only the hash of the scenarios covers them. */
const INPUTS_MAX = 100;

export class StudyInputs {
  readonly #inputs = new Map<string, StudyInput>();

  /** Adds a file, unless it is known. @param source index of the scenario @param root pointer at which those of members begin */
  add(source: number, root: string, { member, file, sha256 }: InputFile): void {
    const input = { source, member: member.slice(root.length), file, sha256 };
    const key = JSON.stringify(input);
    if (this.#inputs.size < INPUTS_MAX && !this.#inputs.has(key)) this.#inputs.set(key, input);
  }

  get all(): StudyInput[] {
    return [...this.#inputs.values()];
  }
}
