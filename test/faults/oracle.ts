// What a world acknowledged, and everything that it committed. The judge compares a reopened world with it.

import type { FactRun } from '../../sim/index.ts';
import type { WorldFile } from '../../src/store/world-file.ts';

export const ALL = Number.MAX_SAFE_INTEGER;

/** The least that a reopened world must hold. */
export interface Floor {
  readonly branch: number;
  readonly commands: number;
  readonly facts: number;
  /** Number of words of the facts. */
  readonly words: number;
  readonly nowMs: number;
  /** Acknowledged keys: id → whether it exists. */
  readonly keys: ReadonlyMap<string, boolean>;
}

export const NO_FLOOR: Floor = { branch: 0, commands: 0, facts: 0, words: 0, nowMs: 0, keys: new Map() };

/** The content of one branch, in order. */
export interface BranchContent {
  readonly rows: string[];
  readonly words: number[];
  facts: number;
}

export class Oracle {
  readonly branches: Map<number, BranchContent> = new Map();
  /** One entry for each acknowledgment. */
  readonly floors: Floor[] = [];
  /** Changes that were requested and not acknowledged. They may be there after a restart. */
  readonly unanswered: { kind: string; text: string }[] = [];
  /** Ids of keys whose removal was requested. */
  readonly removedKeys: Set<string> = new Set();
  readonly #keys: Map<string, boolean> = new Map();

  /** Reads the commits since the last call. Returns the number of new commands. */
  observe(file: WorldFile): number {
    const content = this.of(file.branch);
    const before = content.rows.length;
    for (const row of file.present.journalRows(before + 1, ALL)) content.rows.push(rowText(row));
    for (const run of file.present.factRunsFrom(content.facts + 1, ALL)) addRun(content, run);
    return content.rows.length - before;
  }

  of(branch: number): BranchContent {
    const known = this.branches.get(branch);
    if (known !== undefined) return known;
    const content = { rows: [], words: [], facts: 0 };
    this.branches.set(branch, content);
    return content;
  }

  setKey(id: string, exists: boolean): void {
    this.#keys.set(id, exists);
  }

  /** Forgets a key whose removal was not acknowledged: it may exist or not. */
  forgetKey(id: string): void {
    this.#keys.delete(id);
  }

  /** Adds what only an earlier life of the world knew: a power cut may lead back to it. */
  addEarlier(earlier: Oracle): void {
    for (const [branch, content] of earlier.branches) {
      if (!this.branches.has(branch)) this.branches.set(branch, content);
    }
    this.unanswered.push(...earlier.unanswered);
    for (const id of earlier.removedKeys) this.removedKeys.add(id);
  }

  /** Adds a floor at the last commit. Returns its number. */
  acknowledge(file: WorldFile): number {
    const mark = file.present.mark();
    if (mark === undefined) throw new Error('the world acknowledged a change without a commit');
    const { commands, facts, nowMs } = mark;
    const words = this.of(file.branch).words.length;
    return (
      this.floors.push({ branch: file.branch, commands, facts, words, nowMs, keys: new Map(this.#keys) }) - 1
    );
  }

  /** Adds a floor with more commands than the last one, for a file that can no longer be read. */
  acknowledgeMore(commands: number): number {
    const last = this.floors.at(-1)!;
    return this.floors.push({ ...last, commands: last.commands + commands }) - 1;
  }
}

function addRun(content: BranchContent, { firstSeq, count, words }: FactRun): void {
  if (firstSeq !== content.facts + 1)
    throw new Error(`facts begin at ${firstSeq} after ${content.facts} facts`);
  for (const word of words) content.words.push(word);
  content.facts += count;
}

export function rowText(row: { seq: number; atMs: number; round: number; command: string }): string {
  return JSON.stringify([row.seq, row.atMs, row.round, row.command]);
}

/** Returns all facts of the current branch. */
export function wordsOf(file: WorldFile): number[] {
  return file.present.factRunsFrom(1, ALL).flatMap(({ words }) => [...words]);
}
