// The files that the scenarios of a comparison name. If one of them changes, the comparison is another one: the error names it.

import type { InputFile } from '../../scenario/input-files.ts';
import type { Source } from '../varied/setting-scenarios.ts';

export interface StudyInput extends InputFile {
  /** The name of the scenario in the comparison. */
  readonly scenario: string;
}

/** Further files are not named: only the hash of the scenarios covers them. */
const INPUTS_MAX = 100;

export class StudyInputs {
  readonly #inputs = new Map<string, StudyInput>();

  /** Adds a file, unless it is known. The pointer of its member begins where those of varied members do. */
  add({ name, root }: Source, { member, file, sha256 }: InputFile): void {
    const input = { scenario: name, member: member.slice(root.length), file, sha256 };
    const key = JSON.stringify(input);
    if (this.#inputs.size < INPUTS_MAX && !this.#inputs.has(key)) this.#inputs.set(key, input);
  }

  get all(): StudyInput[] {
    return [...this.#inputs.values()];
  }
}

/** Names the files with other contents. */
export function changesOf(there: readonly StudyInput[], here: readonly StudyInput[]): string[] {
  return here.flatMap((input) => {
    const other = there[here.indexOf(input)];
    const isSameMember = other?.scenario === input.scenario && other.member === input.member;
    if (!isSameMember || other.sha256 === input.sha256) return [];
    return [
      `${input.member} of ${input.scenario} names ${input.file}, whose SHA-256 is ${other.sha256} there and ${input.sha256} here`,
    ];
  });
}
