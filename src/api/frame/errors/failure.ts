// An occurrence of an error of the catalogue, with the words that fill its texts.

import { clip } from '../../../wire/text/clip.ts';
import type { CatalogueEntry, ErrorData, Problem } from './entry.ts';
import { catalogue, type ErrorName } from './error-catalogue.ts';
import { problem } from './problems.ts';

/** Words that this program composes. All others may come from a client and are clipped. */
const composed: ReadonlySet<string> = new Set(['problems', 'why']);

interface ErrorBody {
  readonly errorKey: string;
  readonly message: string;
  readonly data: string | null;
}

/** Thrown when a request fails. The handler turns it into the error envelope. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly entry: CatalogueEntry;
  readonly problems: readonly Problem[];
  readonly words: Readonly<Record<string, string>>;

  /** `words` replace the braces of the entry's texts. `problems` become its Details and, joined, the word {problems}. */
  constructor(
    errorName: ErrorName,
    words: Readonly<Record<string, string>> = {},
    problems: readonly Problem[] = [],
  ) {
    const entry: CatalogueEntry = catalogue[errorName];
    super(errorName);
    this.entry = entry;
    this.problems = problems;
    this.words = { ...words, problems: problems.map((problem) => problem.message).join('; ') };
  }

  /** The same error about the same problems in other words. */
  rewording(reword: (problem: Problem) => Problem): Failure {
    if (this.problems.length === 0) return this;
    return new Failure(this.message as ErrorName, this.words, this.problems.map(reword));
  }

  text(): string {
    return this.#fill(this.entry.message);
  }

  body(): ErrorBody {
    const { errorKey, message, errorMessage = message, data } = this.entry;
    return { errorKey, message: this.#fill(errorMessage), data: data && this.#data(data) };
  }

  #data(data: ErrorData): string {
    if (data.form === 'text') return `Error: ${this.#fill(data.text)}; Reason: ${data.reason}`;
    const details = data.details ?? this.problems;
    return JSON.stringify({
      error: {
        Message: this.#fill(data.title),
        Status: this.entry.statusCode,
        DetailedError: {
          Errormessage: this.#fill(data.text),
          Reason: data.reason,
          Details: details.length > 0 ? details : '',
        },
        StatusCode: this.entry.statusCode,
        ReferenceDocumentation: data.reference ?? 'NA',
      },
    });
  }

  #fill(template: string): string {
    return template.replace(/\{(\w+)\}/g, (_, word: string) => {
      const filling = this.words[word] ?? '';
      return composed.has(word) ? filling : clip(filling);
    });
  }
}

export function invalid(field: string, why: string): Failure {
  return new Failure('invalid', {}, [problem(field, why)]);
}

/** @throws Failure */
export function requireNone(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new Failure('invalid', {}, problems);
}
