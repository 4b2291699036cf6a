// Prints what has been tested, file by file.

import { relative } from 'node:path';
import { inspect } from 'node:util';
import { root } from '../root.mjs';

export class Report {
  #sources;
  #counts = { pass: 0, fail: 0, skipped: 0 };
  #problems = [];
  #files = 0;
  #startedAt = Date.now();

  /** @param sources files by their bundles */
  constructor(sources) {
    this.#sources = sources;
  }

  /** Prints the failures of a file that will run again, alone. */
  addAgain({ bundle, failures }) {
    const file = relative(root, this.#sources.get(bundle));
    for (const failure of failures) console.error(textOf(file, failure));
    console.log(`${file}: ${failures.length} failed beside other tests; it runs again, alone`);
  }

  add({ bundle, isComplete, passed, skipped, failures, ms }) {
    const file = relative(root, this.#sources.get(bundle));
    const tests = passed + skipped + failures.length;
    const problems = failures.map((failure) => textOf(file, failure));
    if (!isComplete) problems.push(`The process ended within ${file}.`);
    else if (tests === 0) problems.push(`${file} has no tests.`);
    this.#counts.pass += passed;
    this.#counts.fail += failures.length;
    this.#counts.skipped += skipped;
    const counts = [
      `${passed} passed`,
      ...(skipped > 0 ? [`${skipped} skipped`] : []),
      ...(failures.length > 0 ? [`${failures.length} failed`] : []),
    ];
    console.log(
      `${++this.#files}/${this.#sources.size} ${file}: ${counts.join(', ')} (${(ms / 1000).toFixed(1)} s)`,
    );
    for (const problem of problems) console.error(problem);
    this.#problems.push(...problems);
  }

  /** Prints the problems again, and the sums; a problem is the exit code 1. */
  end() {
    if (this.#counts.pass === 0) this.#problems.push('No test ran.');
    for (const problem of this.#problems) console.error(problem);
    const { pass, fail, skipped } = this.#counts;
    console.log(`In ${Math.round((Date.now() - this.#startedAt) / 1000)} s:`);
    console.log(`${pass} passed, ${fail} failed, ${skipped} skipped`);
    process.exitCode = this.#problems.length > 0 ? 1 : 0;
  }
}

function textOf(file, { name, line, file: place, details }) {
  const where = place === undefined ? file : `${relative(root, place)}:${line}`;
  return `\n✖ ${name} (${where})\n${inspect(details.error.cause ?? details.error)}\n`;
}
