// Follows the links of answers from creation to deletion, in each role, with valid and invalid values. The OpenAPI documents
// must describe every answer: status, media type and body.
//   GPRSIM_SEED=<integer> or =random   other walks
//   GPRSIM_RUNS=<number>               a multiple of the usual number of walks

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { WorldReadOnly } from '../../src/driver/world.ts';
import { describedPath, documents } from '../http/documents/described.ts';
import { asyncProperty } from '../support/property.ts';
import { damage } from './damage.ts';
import { serviceChains } from './service-chains.ts';
import { simulationChains } from './simulation-chains.ts';
import { type Actor, type Step, type Taken, Walk } from './walk.ts';

const WALKS = 30;
/** Choices that use links, no variants, and these workspaces. */
const RED = 20;
const GREEN = 4;
const chains = [...serviceChains, ...simulationChains];

const actor = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Actor>('Owner ') },
  { weight: 4, arbitrary: fc.constantFrom<Actor>('Editor red', 'Viewer red') },
  { weight: 2, arbitrary: fc.constantFrom<Actor>('Editor blue', 'Viewer blue', 'Owner blue') },
  { weight: 1, arbitrary: fc.constantFrom<Actor>('anonymous', 'stranger') },
);

const step: fc.Arbitrary<Step> = fc.record({
  chain: fc.oneof(...chains.map(({ weight = 4 }, number) => ({ weight, arbitrary: fc.constant(number) }))),
  choice: fc.nat(999),
  actor,
  damage: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: damage }),
  move: fc.constantFrom('next', 'next', 'next', 'next', 'next', 'stay', 'leap'),
});

/** Method and path template → statuses of the answers. */
const answered = new Map<string, Set<number>>();
let requests = 0;

async function tour(walk: Walk, actor: Actor): Promise<Taken[]> {
  const taken: Taken[] = [];
  try {
    for (const [chain, { calls }] of chains.entries()) {
      // The first chain creates and deletes its own workspace; the others use an existing one.
      const choice = chain === 0 ? GREEN : RED;
      for (const _ of calls)
        taken.push(await walk.take({ chain, choice, actor, damage: null, move: 'next' }));
    }
  } finally {
    await walk.close();
  }
  return taken;
}

test('the documents describe every answer of each chain, in each role', async () => {
  for (const actor of ['Owner ', 'Editor red', 'Viewer red', 'anonymous'] as const) {
    for (const taken of await tour(new Walk(chains), actor)) note(taken);
  }
});

test('the documents describe the answers of a world that cannot be stored', async () => {
  const fails = () => Promise.reject(new WorldReadOnly('the disk is full'));
  const changes = { submit: fails, advance: fails, reset: fails, exportTo: fails, importFrom: fails };
  const taken = await tour(new Walk(chains, changes), 'Owner ');
  const failed = taken.filter(({ status }) => status === 500).map(({ method, path }) => `${method} ${path}`);
  assert.ok(failed.length > 20, `only ${failed.length} failed`);
  assert.ok(failed.includes('GET /sim/export'));
});

asyncProperty(
  'the documents describe the answers of random walks: status, media type and body',
  WALKS,
  fc.array(step, { minLength: 1, maxLength: 100, size: 'max' }),
  async (steps) => {
    const walk = new Walk(chains);
    try {
      for (const one of steps) note(await walk.take(one));
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${walk.asked.join('\n')}`, { cause: error });
    } finally {
      await walk.close();
    }
  },
);

test('the walks contain a success and a refusal of every operation', (context) => {
  context.diagnostic(`${requests} requests`);
  const untried: string[] = [];
  for (const { paths } of Object.values(documents)) {
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { security, responses }] of Object.entries(methods)) {
        const name = `${method.toUpperCase()} ${path}`;
        const statuses = [...(answered.get(name) ?? [])];
        const isOpen = (security as readonly unknown[] | undefined)?.length === 0;
        if (!statuses.includes(200)) untried.push(`${name}: no success`);
        if (!isOpen && !statuses.some((status) => status > 200)) untried.push(`${name}: no refusal`);
        const unseen = Object.keys(responses as object).filter(
          (status) => !statuses.includes(Number(status)),
        );
        context.diagnostic(`${name}: ${statuses.sort().join(' ')}; never ${unseen.join(' ')}`);
      }
    }
  }
  assert.deepEqual(untried, []);
});

function note({ method, path, status }: Taken): void {
  requests++;
  const name = `${method} ${describedPath(method, path)}`;
  answered.set(name, (answered.get(name) ?? new Set()).add(status));
}
