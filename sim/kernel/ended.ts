// Ended GPRs: kept in memory in the order of their end, until `keepEnded` others have ended after them.

import { Field, NONE } from '../tables/gpr.ts';
import type { Core } from './core.ts';

/** A GPR has ended: it is kept until enough others have. */
export function appendEnded(core: Core, row: number): void {
  const { records: fields } = core.gprs;
  fields[row + Field.listPrevious] = core.lastEnded;
  fields[row + Field.listNext] = NONE;
  if (core.lastEnded === NONE) core.firstEnded = row;
  else fields[core.lastEnded + Field.listNext] = row;
  core.lastEnded = row;
  core.ended++;
  if (core.ended > core.rules.keepEnded) retire(core, core.firstEnded);
}

/** An ended GPR leaves memory; history keeps it. */
export function retire(core: Core, row: number): void {
  detachEnded(core, row);
  forget(core, row, false);
}

/** Takes a GPR out of the list of ended ones. */
export function detachEnded(core: Core, row: number): void {
  const { records: fields } = core.gprs;
  const next = fields[row + Field.listNext];
  const previous = fields[row + Field.listPrevious];
  if (previous === NONE) core.firstEnded = next;
  else fields[previous + Field.listNext] = next;
  if (next === NONE) core.lastEnded = previous;
  else fields[next + Field.listPrevious] = previous;
  core.ended--;
}

/** Gives up the row of a GPR that is in no queue and holds nothing. */
export function forget(core: Core, row: number, removed: boolean): void {
  const { gprs } = core;
  if (core.onForget !== null) core.onForget(row, removed);
  core.cells.freeChain(gprs.firstCell[row]);
  core.workspaces.removeGpr(gprs.workspace[row], row, gprs);
  core.uids.delete(gprs.uid[row]);
  gprs.giveUp(row);
  if (core.facts.followers.length === 0) gprs.freeGivenUp();
}
