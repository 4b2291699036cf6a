// Changes of branches that a file lost with its log are noticed, in whatever order they were; a plain crash is no loss.

import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import type { Driver } from '../../src/driver/driver.ts';
import type { Branch } from '../../src/driver/world.ts';
import { StoreError } from '../../src/store/store-error.ts';
import { WorldFile } from '../../src/store/world-file.ts';
import { openWorld, submit, temporaryFile } from '../driver/world.ts';
import { generated, request, SECOND, scenarioOf } from '../support/scenario.ts';
import { assertRefused, copyOf, restartSystem } from './unclosed.ts';

interface Step {
  readonly what: string;
  /** A copy of the files after the step. */
  readonly path: string;
  /** Number of changes of branches up to here. */
  readonly changes: number;
  readonly branch: number;
  readonly branches: readonly Branch[];
}

type Work = readonly [what: string, work: (world: Driver) => Promise<unknown>];

const command: Work = ['command', (world) => submit(world, request('blue'))];
const advance: Work = ['advance', (world) => world.advance({ byMs: SECOND })];
const reset: Work = ['reset', (world) => world.reset()];
const rewind = (toMs: number): Work => ['rewind', (world) => world.rewind({ toMs }, 'a test')];
const to = (branch: number): Work => ['switch', (world) => world.switchTo(branch)];
const drop = (branch: number): Work => ['delete', (world) => world.deleteBranch(branch)];

const CHANGES: readonly string[] = ['reset', 'rewind', 'switch', 'delete'];

/** Each kind of change follows each other kind. */
const LIFE: readonly Work[] = [
  command,
  advance,
  rewind(SECOND),
  to(1),
  command,
  rewind(0),
  rewind(0),
  to(2),
  advance,
  drop(4),
  rewind(SECOND),
  drop(3),
  to(1),
  drop(5),
  reset,
  to(2),
  reset,
  reset,
  drop(6),
  drop(7),
  command,
  reset,
  rewind(0),
  to(1),
  advance,
  to(2),
];

/** Lives in a served world; copies its files after each step. @param between called before the step in the middle */
async function lived(
  t: TestContext,
  more: Parameters<typeof scenarioOf>[0] = {},
  between: (path: string) => void = () => {},
): Promise<Step[]> {
  const served = temporaryFile(t);
  const world = openWorld(t, served, scenarioOf({ nodes: 20, ...more }));
  await submit(world, request('red'));
  await world.advance({ byMs: 2 * SECOND });
  const steps: Step[] = [];
  let changes = 0;
  for (const [i, [what, work]] of LIFE.entries()) {
    if (i === Math.floor(LIFE.length / 2)) between(served);
    const done = (await work(world)) as { readonly ok?: boolean } | undefined;
    assert.notEqual(done?.ok, false, `${what} ${JSON.stringify(done)}`);
    if (CHANGES.includes(what)) changes++;
    const branches = world.branches();
    steps.push({ what, path: copyOf(t, served), changes, branch: world.clock().branch, branches });
  }
  return steps;
}

/** How many steps before or after a step are compared with it. */
const NEXT = 3;

/** Some steps after a step, and the last one. */
function nextOf(steps: readonly Step[], i: number): Set<Step> {
  return new Set([...steps.slice(i + 1, i + 1 + NEXT), ...steps.slice(i + 1).slice(-1)]);
}

function assertIs(t: TestContext, path: string, { what, branch, branches }: Step): void {
  const world = openWorld(t, path);
  assert.equal(world.clock().branch, branch, what);
  assert.deepEqual(world.branches(), branches, what);
}

test('after a crash, a file has every change of branches, also if the head record is older', async (t) => {
  const steps = await lived(t);
  for (const [i, step] of steps.entries()) {
    assertIs(t, copyOf(t, step.path), step);
    for (const earlier of steps.slice(Math.max(0, i - NEXT), i)) {
      const path = copyOf(t, step.path);
      copyFileSync(`${earlier.path}-head`, `${path}-head`);
      assertIs(t, path, step);
    }
  }
});

test('an earlier file beside a later head record is refused', async (t) => {
  const steps = await lived(t);
  for (const [i, step] of steps.entries())
    for (const later of nextOf(steps, i)) {
      const path = copyOf(t, step.path);
      copyFileSync(`${later.path}-head`, `${path}-head`);
      assertRefused(path, /lacks (its last commits|\d+ (command|fact|change)s?.*): its log/);
    }
});

test('after a failure of the system, an earlier file reports how many changes of branches are lost', async (t) => {
  const steps = await lived(t);
  for (const [i, step] of steps.entries())
    for (const later of nextOf(steps, i)) {
      const path = copyOf(t, step.path);
      copyFileSync(`${later.path}-head`, `${path}-head`);
      restartSystem(path, false);
      const file = WorldFile.open(path);
      assert.equal(file.lost?.branchChanges, later.changes - step.changes, `${step.what} … ${later.what}`);
      file.close();
      assertIs(t, path, step);
    }
});

test('a log that is missing, or shorter by a change of branches, is refused', async (t) => {
  const steps = await lived(t);
  const { path } = steps.at(-1)!;
  for (const { path: earlier } of steps.slice(0, -1)) {
    const copy = copyOf(t, path);
    truncateSync(`${copy}-wal`, readFileSync(`${earlier}-wal`).length);
    assertRefused(copy, /lacks .*: its log/);
  }
  rmSync(`${path}-wal`);
  assertRefused(path, /lacks .*: its log .*-wal is missing/);
});

test('an earlier file beside a later log is refused, or whole because the log has all of it', async (t) => {
  // So much work that the log does not have every page.
  const workload = [generated({ count: null, interArrivalMeanMs: 2 })];
  const steps = await lived(t, { workload }, (path) => {
    // As SQLite does when the log is long.
    const raw = new Database(path);
    raw.pragma('wal_checkpoint(RESTART)');
    raw.close();
  });
  const last = steps.at(-1)!;
  let refused = 0;
  for (const step of steps.slice(0, -1)) {
    const path = copyOf(t, last.path);
    copyFileSync(step.path, path);
    try {
      const file = WorldFile.open(path);
      try {
        file.checkIntegrity();
      } finally {
        file.close();
      }
      assertIs(t, path, last);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      refused++;
    }
  }
  assert.ok(refused > 10, `${refused}`);
});
