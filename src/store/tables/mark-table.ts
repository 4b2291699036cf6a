// The marks of a world's file: the state of each branch at its last commit.

import { checksumOf, isSealed } from '../codecs/row-checksum.ts';
import { Damaged } from '../store-error.ts';
import type { Position } from './line.ts';
import type { MarkRow, Rows } from './rows.ts';
import { marks } from './schema.ts';

export interface Mark extends Position {
  readonly facts: number;
  readonly hash: string;
  /** Number of changes of recorded estimates. */
  readonly estimates: number;
}

export type Marks = ReturnType<typeof newMarks>;

export function newMarks(path: string, stored: Rows['marks']) {
  function whole(mark: MarkRow): Mark {
    if (isSealed(marks, mark)) return mark;
    throw new Damaged(path, 'the record of its last commit has a wrong checksum');
  }

  return {
    /** Returns undefined before the first commit of the branch. @throws Damaged if its checksum is wrong */
    read(branch: number): Mark | undefined {
      const mark = stored.get(branch);
      return mark && whole(mark);
    },
    /** The marks of all branches. @throws Damaged if a checksum is wrong */
    all(): Map<number, Mark> {
      const rows = stored.all();
      return new Map(rows.map((row) => [row.branch, whole(row)]));
    },
    write(branch: number, { nowMs, round, isOpen, commands, facts, hash, estimates }: Mark): void {
      const checksum = checksumOf(branch, nowMs, round, isOpen ? 1 : 0, commands, facts, hash, estimates);
      stored.put({ branch, nowMs, round, isOpen, commands, facts, hash, estimates, checksum });
    },
  };
}
