// The line of a branch: its own rows, and those of its ancestors up to the position at which the next branch of the line begins.
// Along a line, commands, facts and recorded estimates are numbered from 1 on.

import { endOf, rowId } from '../codecs/row-id.ts';
import type { BranchRow } from './rows.ts';

/** A position in the simulation: commands enter only there. */
export interface Position {
  readonly nowMs: number;
  /** −1 before the first round. */
  readonly round: number;
  readonly isOpen: boolean;
  /** Number of commands that have entered. */
  readonly commands: number;
}

/** The position before everything. */
export const START: Position = { nowMs: 0, round: -1, isOpen: false, commands: 0 };

/** Whether a world at a position can reach another one. */
export function reaches(from: Position, to: Position): boolean {
  if (from.commands > to.commands || from.nowMs > to.nowMs) return false;
  if (from.nowMs < to.nowMs || from.round < to.round) return true;
  // Within a round, the open part comes first.
  return from.round === to.round && (from.isOpen || !to.isOpen);
}

/** Consecutive numbers whose rows belong to one branch, from the first to the last. */
export interface Range {
  readonly branch: number;
  readonly first: number;
  /** The greatest integer if the branch goes on. */
  readonly last: number;
}

/** What a line reads of the history that a branch of it has written: what is older than the snapshots of its descendants. */
interface KeptUntil {
  readonly branch: number;
  readonly commands: number;
  readonly facts: number;
}

export interface Line {
  readonly branch: number;
  readonly commands: readonly Range[];
  readonly facts: readonly Range[];
  readonly estimates: readonly Range[];
  readonly kept: readonly KeptUntil[];
  /** The branches, the oldest first, each with the position at which the next one begins. */
  readonly until: readonly { readonly branch: number; readonly position: Position | undefined }[];
  /** The branches, the oldest first, each with the number of workspaces that had been created before it. */
  readonly forks: readonly { readonly branch: number; readonly workspaces: number }[];
}

const NO_END = Number.MAX_SAFE_INTEGER;

/** @param rows of the branches of the line, the oldest first */
export function lineOf(rows: readonly BranchRow[]): Line {
  const ranges = (number: (row: BranchRow) => number) =>
    rows
      .map((row, i) => {
        const next = rows[i + 1];
        const last = next === undefined ? NO_END : number(next);
        return { branch: row.branch, first: number(row) + 1, last };
      })
      .filter(({ first, last }) => first <= last);
  return {
    branch: rows.at(-1)!.branch,
    commands: ranges(({ commands }) => commands),
    facts: ranges(({ facts }) => facts),
    estimates: ranges(({ estimates }) => estimates),
    kept: keptOf(rows),
    until: rows.map(({ branch }, i) => ({ branch, position: rows[i + 1] })),
    forks: rows.map(({ branch, workspaces }) => ({ branch, workspaces })),
  };
}

/** Of each branch, the least base of those after it. */
function keptOf(rows: readonly BranchRow[]): KeptUntil[] {
  const kept: KeptUntil[] = [];
  let commands = NO_END;
  let facts = NO_END;
  for (const { branch, baseCommands, baseFacts } of rows.toReversed()) {
    kept.push({ branch, commands, facts });
    commands = Math.min(commands, baseCommands);
    facts = Math.min(facts, baseFacts);
  }
  return kept.reverse();
}

/** What a line has up to an instant, and what of its history is read. */
export interface LineEnd extends Position {
  readonly facts: number;
  readonly estimates: number;
  readonly base: Omit<KeptUntil, 'branch'>;
}

/** Returns the line up to a position that it passes, in the branch that the world had there. */
export function lineUntil(rows: readonly BranchRow[], end: LineEnd): Line {
  const line = lineOf(rows.slice(0, rows.findLastIndex((row) => reaches(row, end)) + 1));
  const upTo = (ranges: readonly Range[], last: number) =>
    ranges
      .filter(({ first }) => first <= last)
      .map((range) => ({ ...range, last: Math.min(range.last, last) }));
  return {
    ...line,
    commands: upTo(line.commands, end.commands),
    facts: upTo(line.facts, end.facts),
    estimates: upTo(line.estimates, end.estimates),
    kept: line.kept.map(({ branch, commands, facts }) => ({
      branch,
      commands: Math.min(commands, end.base.commands),
      facts: Math.min(facts, end.base.facts),
    })),
    until: line.until.map((one) => ({ ...one, position: one.position ?? end })),
  };
}

/** Returns the branch of a line that has a position: the oldest one, if a younger one begins just there. */
export function ownerOf(rows: readonly BranchRow[], position: Position): BranchRow {
  return rows.findLast((row) => reaches(row, position) && !reaches(position, row)) ?? rows[0];
}

/** Returns how many facts two lines share: those before the first of their branches that differ. */
export function sharedFacts(one: Line, other: Line): number {
  let shared = 0;
  for (const { branch, last } of one.facts) {
    const same = other.facts.find((range) => range.branch === branch);
    if (same === undefined) break;
    shared = Math.min(last, same.last);
    if (last !== same.last) break;
  }
  return shared;
}

/** Returns the last position that two lines share: the earlier one at which one of them leaves their last common branch. */
export function commonPosition(one: Line, other: Line): Position {
  let common = START;
  for (const [i, { branch, position }] of one.until.entries()) {
    const same = other.until[i];
    if (same === undefined || same.branch !== branch) break;
    const left = [position, same.position].filter((left) => left !== undefined);
    if (left.length === 0) break;
    common = left.reduce((first, next) => (reaches(next, first) ? next : first));
  }
  return common;
}

/** Returns the range that has a number. */
export function rangeOf(ranges: readonly Range[], number: number): Range {
  return ranges.find(({ last }) => number <= last)!;
}

/** The keys of the rows of a range: the first one, and the one after the last. */
export function keysOf({ branch, first, last }: Range): { readonly from: number; readonly end: number } {
  return { from: rowId(branch, first), end: last === NO_END ? endOf(branch) : rowId(branch, last + 1) };
}

/** Returns the ranges from a number on; the first one begins with this number. */
export function rangesFrom(ranges: readonly Range[], number: number): Range[] {
  return ranges
    .filter(({ last }) => number <= last)
    .map((range) => ({ ...range, first: Math.max(range.first, number) }));
}
