/** A file cannot be read or written. The message names the file, the cause, and the remedy. */
export class StoreError extends Error {}

export class FileInUse extends StoreError {}

export class WrongFile extends StoreError {}

/** What to do about a damaged file. */
export const RESCUE = 'restore a copy of the file, or save what is whole with gprsim salvage FILE --to NEW';

/** The content of a file is damaged. */
export class Damaged extends StoreError {
  /** What is damaged, such as "command 3 of its journal has a wrong checksum". */
  readonly why: string;

  constructor(file: string, why: string) {
    super(`${file} is damaged: ${why}; ${RESCUE.replace('FILE', file)}`);
    this.why = why;
  }
}
