import { fileWord } from '../files/shell-word.ts';

/** A file cannot be read or written. The message names the file, the cause, and the remedy. */
export class StoreError extends Error {}

export class FileInUse extends StoreError {}

export class WrongFile extends StoreError {}

/** Advises what to do about a damaged file. */
export function rescue(file: string): string {
  return `restore a copy of the file; if its scenario and journal are whole, gprsim import ${fileWord(file)} NEW derives the rest again`;
}

/** The content of a file is damaged. */
export class Damaged extends StoreError {
  /** What is damaged, such as "command 3 of its journal has a wrong checksum". */
  readonly why: string;

  constructor(file: string, why: string) {
    super(`${file} is damaged: ${why}; ${rescue(file)}`);
    this.why = why;
  }
}
