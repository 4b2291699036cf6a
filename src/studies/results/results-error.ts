/** Why the files of a folder of results cannot be used or written. */
export class ResultsError extends Error {
  /** Whether another folder must be given: this is none, or its files are whole, but of another comparison. */
  readonly isOther: boolean;

  constructor(message: string, { isOther = false } = {}) {
    super(message);
    this.isOther = isOther;
  }
}
