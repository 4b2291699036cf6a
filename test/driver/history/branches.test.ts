// Branches: after random commands, advances, rewinds, switches, deletions and restarts, the world is the one that a new process
// derives from the commands of its branch alone.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Command, FactView, Scenario } from '../../../sim/index.ts';
import { restart } from '../../../src/driver/commits/restart.ts';
import { Driver } from '../../../src/driver/driver.ts';
import { rebuildBranch, rebuildFile } from '../../../src/driver/import/rebuild-imported.ts';
import type { World } from '../../../src/driver/world.ts';
import { WorldFile } from '../../../src/store/world-file.ts';
import { arrivalRateMilli, schedulerChange } from '../../support/arbitrary-actions.ts';
import { ofKind, weighted } from '../../support/draws.ts';
import { inFolder } from '../../support/folder.ts';
import { asyncProperty } from '../../support/property.ts';
import { COLORS, generated, request, SECOND, scenarioOf } from '../../support/scenario.ts';
import { openWorld, submit, temporaryFile } from '../world.ts';

const ALL = Number.MAX_SAFE_INTEGER;

function scenarioWith(queue: string): Scenario {
  return scenarioOf({
    nodes: 2,
    keepEnded: 2,
    scheduler: { queue, provisioningDelayMs: 5 * SECOND, workspaceLimit: 'none' },
    recordEstimatesEveryMs: 60 * SECOND,
    failures: { nodeMtbfMs: 7_200 * SECOND, provisioningMicro: 50_000 },
    workload: [
      generated({
        count: 20,
        interArrivalMeanMs: 60 * SECOND,
        gpus: [1, 8],
        evictsMilli: 500,
        requeuesMilli: 500,
      }),
    ],
  });
}

type Step =
  | { readonly do: 'request'; readonly color: number; readonly gpus: number; readonly priority: number }
  | { readonly do: 'delete' | 'release'; readonly which: number }
  | { readonly do: 'workspace'; readonly which: number; readonly isDeleted: boolean }
  | { readonly do: 'rules'; readonly command: Command }
  | { readonly do: 'advance'; readonly ms: number }
  | { readonly do: 'rewind'; readonly to: number }
  | { readonly do: 'rewindSeq'; readonly share: number }
  | { readonly do: 'switch' | 'deleteBranch'; readonly which: number }
  | { readonly do: 'restart' | 'copy' };

const share = fc.double({ min: 0, max: 1, noNaN: true });
const which = fc.nat(1000);
const steps: fc.Arbitrary<Step[]> = fc.array(
  weighted(
    [
      4,
      fc.record({
        do: fc.constant('request' as const),
        color: which,
        gpus: fc.constantFrom(1, 4, 8),
        priority: fc.integer({ min: 1, max: 300 }),
      }),
    ],
    [2, fc.record({ do: fc.constantFrom('delete' as const, 'release' as const), which })],
    [1, fc.record({ do: fc.constant('workspace' as const), which, isDeleted: fc.boolean() })],
    [
      2,
      fc.record({
        do: fc.constant('rules' as const),
        command: fc.oneof(
          schedulerChange.map((change) => ({ kind: 'scheduler.set' as const, ...change })),
          ofKind('workload.set', { arrivalRateMilli }),
        ),
      }),
    ],
    [
      4,
      fc.record({
        do: fc.constant('advance' as const),
        ms: fc.oneof(fc.constant(0), fc.nat(600 * SECOND)),
      }),
    ],
    [2, fc.record({ do: fc.constant('rewind' as const), to: share })],
    [2, fc.record({ do: fc.constant('rewindSeq' as const), share })],
    [1, fc.record({ do: fc.constantFrom('switch' as const, 'deleteBranch' as const), which })],
    [1, fc.record({ do: fc.constantFrom('restart' as const, 'copy' as const) })],
  ),
  { minLength: 4, maxLength: 25 },
);

/** The facts of a world and the views of all GPRs that they name. */
function contentOf(world: World): unknown {
  const facts: FactView[] = [];
  for (let after = 0; ; ) {
    const found = world.read.factsAfter(after, 1_000);
    if (found.length === 0) break;
    facts.push(...found);
    after = found.at(-1)!.seq;
  }
  const ids = new Set(facts.flatMap((fact) => ('gprId' in fact && fact.gprId ? [fact.gprId] : [])));
  const gprs = [...ids].map((gprId) => {
    return { gprId, ...world.read.gpr(gprId) };
  });
  const workspaces = [...world.read.views.workspaces()].map(({ name }) => name);
  const { nowMs, seq, hash, round, open } = world.clock();
  return { clock: { nowMs, seq, hash, round, open }, facts, gprs, workspaces, rules: world.read.rules() };
}

/** The world that a new process derives from the commands of the current branch of a file. */
async function anew(file: WorldFile, scenario: Scenario): Promise<unknown> {
  const target = WorldFile.open(':memory:');
  target.setScenario(scenario);
  const recorder = restart(target);
  await rebuildBranch({ past: file.present, from: 1, factsMax: ALL }, recorder, async () => {});
  const world = new Driver(recorder, { mode: 'paused', speed: 1, onFailure: fail });
  const content = contentOf(world);
  await world.close();
  return content;
}

/** Without creation numbers, which name the branch. */
function unnumbered(content: unknown): unknown {
  const text = JSON.stringify(content, (key, value) => (key === 'workspaceCreation' ? undefined : value));
  return JSON.parse(text);
}

function fail(error: unknown): never {
  throw error;
}

/** Rewinds often lead to the same instants. */
const STEP_MS = 200 * SECOND;

class Life {
  world: Driver;
  file: WorldFile;
  readonly #path: string;
  readonly #scenario: Scenario;
  /** Branch → its content when it was left. */
  readonly left = new Map<number, unknown>();

  constructor(path: string, scenario: Scenario) {
    this.#path = path;
    this.#scenario = scenario;
    this.file = WorldFile.open(path);
    this.file.setScenario(scenario);
    this.world = new Driver(this.file, { mode: 'paused', speed: 1, onFailure: fail });
  }

  async take(step: Step): Promise<void> {
    const { world } = this;
    const { seq, nowMs, branch } = world.clock();
    switch (step.do) {
      case 'request': {
        const given = {
          gpusPerNode: step.gpus,
          priority: step.priority,
          enableEviction: step.priority > 150,
          requeueOnFailure: step.priority % 2 === 0,
        };
        await submit(world, request(COLORS[step.color % COLORS.length], given));
        return;
      }
      case 'delete':
      case 'release': {
        const gprId = this.#gpr(step.which);
        if (gprId !== undefined) await world.submit({ kind: `gpr.${step.do}`, gprId } as Command);
        return;
      }
      case 'workspace': {
        const name = `late-${step.which % 3}`;
        if (step.isDeleted) await world.submit({ kind: 'workspace.delete', name });
        else {
          const record = {
            name,
            clusters: ['east'],
            namespaces: [name],
            username: name,
            email: `${name}@example.com`,
          };
          await world.submit({ kind: 'workspace.create', ...record });
        }
        return;
      }
      case 'rules':
        await submit(world, step.command);
        return;
      case 'advance':
        await world.advance({ byMs: step.ms });
        return;
      case 'rewind':
      case 'rewindSeq': {
        this.left.set(branch, contentOf(world));
        const target =
          step.do === 'rewind'
            ? { toMs: Math.floor((step.to * nowMs) / STEP_MS) * STEP_MS }
            : { seq: 1 + Math.floor(step.share * seq) };
        const result = await world.rewind(target, 'a test');
        if (!result.ok) return assert.match(result.why, /no command can enter before/);
        if ('toMs' in target) assert.equal(result.clock.nowMs, target.toMs);
        else assert.ok(result.clock.seq < target.seq);
        return;
      }
      case 'switch': {
        const others = world.branches().filter((other) => other.branch !== branch);
        if (others.length === 0) return;
        const { branch: other } = others[step.which % others.length];
        this.left.set(branch, contentOf(world));
        assert.deepEqual((await world.switchTo(other)).ok, true);
        assert.deepEqual(contentOf(world), this.left.get(other), `branch ${other} is as it was left`);
        return;
      }
      case 'deleteBranch': {
        const all = world.branches();
        const { branch: other } = all[step.which % all.length];
        const isUsed = other === branch || all.some(({ parent }) => parent === other);
        assert.equal((await world.deleteBranch(other)).ok, !isUsed);
        assert.equal(
          world.branches().some((row) => row.branch === other),
          isUsed,
        );
        return;
      }
      case 'copy':
        await this.#copy();
        return;
      case 'restart': {
        const before = contentOf(world);
        await world.close();
        this.file = WorldFile.open(this.#path);
        this.file.checkIntegrity();
        this.world = new Driver(this.file, { mode: 'paused', speed: 1, onFailure: fail });
        assert.deepEqual(contentOf(this.world), before, 'after a restart');
      }
    }
  }

  /** An import of an export has the same branches. */
  async #copy(): Promise<void> {
    const content = unnumbered(contentOf(this.world));
    const { branch: current } = this.world.clock();
    const branches = this.world.branches();
    const [exported, imported] = ['exported', 'imported'].map((end) => `${this.#path}-${end}`);
    await this.world.exportTo(exported);
    await rebuildFile(exported, imported, async () => {});
    for (const path of [exported, imported]) {
      const file = WorldFile.open(path);
      file.checkIntegrity();
      const world = new Driver(file, { mode: 'paused', speed: 1, onFailure: fail });
      assert.deepEqual(unnumbered(contentOf(world)), content, path);
      assert.equal(world.clock().branch, current);
      assert.deepEqual(world.branches(), branches, path);
      await world.close();
      for (const end of ['', '-head', '-lock']) rmSync(path + end, { force: true });
    }
  }

  #gpr(which: number): string | undefined {
    const ids = this.world.read
      .factsAfter(0, ALL)
      .flatMap((fact) => (fact.kind === 'gpr.created' ? [fact.gprId] : []));
    return ids.length === 0 ? undefined : ids[which % ids.length];
  }

  async check(): Promise<void> {
    // Commits the open turn.
    this.world.branches();
    const content = contentOf(this.world);
    assert.deepEqual(unnumbered(content), unnumbered(await anew(this.file, this.#scenario)));
  }
}

asyncProperty(
  'after rewinds, switches, deletions and restarts, a branch is what its commands alone give',
  40,
  fc.tuple(fc.constantFrom('strict', 'greedy', 'backfill'), steps),
  ([queue, taken]) =>
    inFolder(async (folder) => {
      const life = new Life(join(folder, 'world.gprsim'), scenarioWith(queue));
      for (const step of taken) {
        await life.take(step);
        await life.check();
      }
      await life.world.close();
    }),
);

test('a rewind to an instant includes its last round, and the old branch stays', async (t) => {
  const world = openWorld(t, temporaryFile(t), scenarioOf({ nodes: 1 }));
  await submit(world, request('blue'));
  await world.advance({ byMs: 10 * SECOND });
  const then = contentOf(world);
  await submit(world, request('green'));
  await world.advance({ byMs: 50 * SECOND });
  const later = contentOf(world);
  const rewound = await world.rewind({ toMs: 9 * SECOND }, 'before the second request');
  assert.deepEqual(rewound.ok && rewound.clock.nowMs, 9 * SECOND);
  await world.advance({ byMs: SECOND });
  assert.deepEqual(contentOf(world), then);
  const [first, second] = world.branches();
  assert.deepEqual([first.branch, first.parent, second.branch, second.parent], [1, null, 2, 1]);
  assert.equal(second.reason, 'before the second request');
  await world.switchTo(1);
  assert.deepEqual(contentOf(world), later);
});
