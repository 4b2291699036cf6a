// Reopens a folder after a fault and judges the world that it finds.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { restart } from '../../src/driver/commits/restart.ts';
import { Driver } from '../../src/driver/driver.ts';
import { StoreError } from '../../src/store/store-error.ts';
import { WorldFile } from '../../src/store/world-file.ts';
import { request } from '../support/scenario.ts';
import { ALL, type Floor, type Oracle, rowText, wordsOf } from './oracle.ts';
import { differenceFromReplay } from './replay.ts';
import { SCENARIO, WORLD } from './small-world.ts';

/**
 * intact: holds everything acknowledged. prefix: consistent, but lacks something acknowledged. refused: a StoreError names
 * the file, or the driver reports a failure. unnamed: an error of SQLite, which does not name the file. wrong: anything else.
 */
export type Ending = 'intact' | 'prefix' | 'refused' | 'unnamed' | 'wrong';

export interface Verdict {
  readonly ending: Ending;
  readonly why: string;
  /** Whether the world holds a change that was requested and not acknowledged. */
  readonly holdsUnanswered?: boolean;
  /** Whether the file reports what it lacks. */
  readonly isReported?: boolean;
}

export interface JudgeOptions {
  readonly durable: boolean;
  /** Also reads the file, compares the state with a replay of the journal, and continues the world. */
  readonly isThorough: boolean;
}

/** @param oracle everything that the world committed @param floor what it acknowledged before the fault */
export async function judge(
  folder: string,
  oracle: Oracle,
  floor: Floor,
  options: JudgeOptions,
): Promise<Verdict> {
  const path = join(folder, WORLD);
  if (readdirSync(folder).length === 0) return short(floor, 'there is no file');
  const read = options.isThorough && existsSync(path) ? judgeRead(path, oracle, floor) : undefined;
  const opened = await judgeOpen(path, oracle, floor, options);
  const verdict =
    read !== undefined && isWorse(read, opened) ? { ...read, why: `read: ${read.why}` } : opened;
  return { ...verdict, why: verdict.why.replaceAll(folder, '') };
}

/** Reads the world without any change to its file. */
function judgeRead(path: string, oracle: Oracle, floor: Floor): Verdict {
  let file: WorldFile | undefined;
  try {
    file = WorldFile.read(path);
    restart(file);
    return compared(file, oracle, floor);
  } catch (error) {
    return verdictOf(error, path);
  } finally {
    file?.close();
  }
}

async function judgeOpen(
  path: string,
  oracle: Oracle,
  floor: Floor,
  options: JudgeOptions,
): Promise<Verdict> {
  const { durable, isThorough } = options;
  let file: WorldFile | undefined;
  let driver: Driver | undefined;
  const failures: string[] = [];
  const open = () => {
    file = WorldFile.open(path, { durable });
    if (file.scenarioText() === undefined) file.setScenario(SCENARIO);
    const onFailure = (error: unknown, what: string) => failures.push(`${what}: ${error}`);
    driver = new Driver(file, { mode: 'paused', speed: 1, onFailure });
    return { file, driver };
  };
  try {
    const first = open();
    if (first.file.isScenarioOwn) return short(floor, 'there is a new, empty world');
    const verdict = compared(first.file, oracle, floor);
    if (!isThorough || verdict.ending === 'wrong') return verdict;
    const difference = differenceFromReplay(first.file, first.driver);
    if (difference !== undefined) return wrong(difference);
    const before = first.file.present.mark()!.commands;
    const result = await first.driver.submit(request('blue', { gprName: 'after' }));
    await first.driver.close();
    const accepted = result.ok ? 1 : 0;
    const after = open().file.present.mark()!.commands;
    if (failures.length > 0) return { ending: 'refused', why: `continued: ${failures.join('; ')}` };
    return after === before + accepted
      ? verdict
      : wrong(`${before} commands and ${accepted} more became ${after}`);
  } catch (error) {
    return verdictOf(error, path);
  } finally {
    await driver?.close();
    file?.close();
  }
}

function compared(file: WorldFile, oracle: Oracle, floor: Floor): Verdict {
  const { branch } = file;
  // A file that was only read may lack the first mark.
  const { commands, facts, nowMs } = file.present.mark() ?? { commands: 0, facts: 0, nowMs: 0 };
  const known = oracle.branches.get(branch);
  const { rows, words } = contentOf(file);
  // Entries before a snapshot are not served. Commands that read them report them, and so does a check of the file.
  const reported = rows.length === commands ? undefined : file.damage();
  if (reported !== undefined) return { ending: 'refused', why: `a check of the file reports: ${reported}` };
  if (rows.length !== commands) return wrong(`the mark has ${commands} commands, the journal ${rows.length}`);
  const isFloor = branch === floor.branch;
  const isUnanswered = (row: { command: string }) =>
    oracle.unanswered.some(({ kind, text }) => row.command.includes(kind) && row.command.includes(text));
  const differs = rows.findIndex((row, i) => rowText(row) !== known?.rows[i]);
  const more = differs < 0 ? [] : rows.slice(differs);
  // A command that was not acknowledged may be there, until the next commit replaces it.
  if (more.length > 0 && ((isFloor && differs < floor.commands) || !more.every(isUnanswered))) {
    return wrong(`command ${differs + 1} of branch ${branch} is another one: ${rows[differs].command}`);
  }
  const isNewBranch = known === undefined && branch > 1;
  if (isNewBranch && !oracle.unanswered.some(({ kind }) => kind === 'reset'))
    return wrong(`an unknown branch ${branch}`);
  const differsAt = words.findIndex((word, i) => word !== known?.words[i]);
  if (differsAt >= 0 && ((isFloor && differsAt < floor.words) || oracle.unanswered.length === 0)) {
    return wrong(`the facts differ at word ${differsAt} of ${words.length}`);
  }
  const holdsUnanswered = more.length > 0 || isNewBranch || differsAt >= 0;
  const isBelow =
    branch < floor.branch ||
    (branch === floor.branch && (commands < floor.commands || facts < floor.facts || nowMs < floor.nowMs));
  const found = `branch ${branch}, ${commands} commands, ${facts} facts, ${nowMs} ms`;
  if (isBelow) return { ...short(floor, found), holdsUnanswered, isReported: file.lost !== undefined };
  for (const [id, exists] of floor.keys) {
    if (file.keys.byId(id) === undefined ? exists && !oracle.removedKeys.has(id) : !exists) {
      return { ...short(floor, `key ${id} ${exists ? 'is missing' : 'is back'}`), holdsUnanswered };
    }
  }
  return { ending: 'intact', why: found, holdsUnanswered };
}

/** @throws StoreError if the file is damaged */
function contentOf(file: WorldFile) {
  return { rows: file.present.journalRows(1, ALL), words: wordsOf(file) };
}

function short(floor: Floor, found: string): Verdict {
  const { branch, commands, facts, nowMs } = floor;
  if (branch === 0) return { ending: 'intact', why: found };
  const wanted = `branch ${branch}, ${commands} commands, ${facts} facts, ${nowMs} ms`;
  return { ending: 'prefix', why: `${found}; acknowledged: ${wanted}` };
}

const ENDINGS: readonly Ending[] = ['intact', 'refused', 'prefix', 'unnamed', 'wrong'];

function isWorse(a: Verdict, b: Verdict): boolean {
  return ENDINGS.indexOf(a.ending) > ENDINGS.indexOf(b.ending);
}

function wrong(why: string): Verdict {
  return { ending: 'wrong', why };
}

/** Judges an error of an operation on a world's file. */
export function verdictOf(error: unknown, path: string): Verdict {
  if (error instanceof StoreError && error.message.includes(path))
    return { ending: 'refused', why: error.message };
  const isUnnamed = String((error as { code?: unknown }).code).startsWith('SQLITE');
  return { ending: isUnnamed ? 'unnamed' : 'wrong', why: traceOf(error) };
}

/** Returns the message of an error and the lines of its stack that are in the sources. */
function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const lines = error.stack?.split('\n').filter((line) => /\/(src|sim)\//.test(line)) ?? [];
  return [`${error.name}: ${error.message}`, ...lines.slice(0, 3)].join('\n');
}
