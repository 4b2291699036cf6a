// Placements of one's own in a world, and the declarations of both contracts.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type * as declared from '../../fixtures/policies/policy.d.ts';
import type {
  NodeDemand,
  Nodes,
  OrderPolicy,
  PlacementPolicy,
  ScoredNode,
  WaitingGpr,
} from '../../sim/index.ts';
import { SECOND, scenarioOf } from '../support/scenario.ts';
import { given, placementText, worldOf } from './module.ts';

/** Four nodes of 8 GPUs, and a GPR on them; returns the names of its nodes. */
const nodesBy = (choose: string, nodeCount: number) => nodesByModule(placementText(choose), nodeCount);

async function nodesByModule(text: string, nodeCount: number): Promise<readonly string[]> {
  const placement = await given(text);
  const world = worldOf(scenarioOf({ nodes: 4, scheduler: { placement } })).at(0);
  const gprId = world.create('blue', { gpusPerNode: 2, nodeCount });
  world.run(SECOND);
  return world.simulation.views.gpr(gprId)!.nodes!.map((node) => node.replace(/^.*-/, ''));
}

describe("a placement of one's own", () => {
  test('chooses the nodes, in its order', async () => {
    assert.deepEqual(await nodesBy('slots[at] = 3; slots[at + 1] = 1;', 2), ['3', '1']);
  });

  test('reads the nodes with room', async () => {
    const last = `
      let slot = -1;
      for (let next = nodes.next(demand, 0, nodes.gpusMax, -1); next >= 0; next = nodes.next(demand, 0, 8, next)) slot = next;
      slots[at] = slot;`;
    assert.deepEqual(await nodesBy(last, 1), ['3']);
    const level = 'nodes.writeLevel(demand, 8, slots, at, at + nodes.wanted(demand));';
    assert.deepEqual(await nodesBy(level, 3), ['0', '1', '2']);
    const asked = 'slots[at] = nodes.gpusOf(demand); slots[at + 1] = nodes.gpusMax - 8;';
    assert.deepEqual(await nodesBy(asked, 2), ['2', '0']);
  });

  for (const [choose, why] of [
    ['slots[at] = 0;', 'writes 1 of 2 slots; it must write nodes.wanted(demand) of them from slots[at] on'],
    ['', 'writes 0 of 2 slots; it must write nodes.wanted(demand) of them from slots[at] on'],
    ['slots[at] = 1; slots[at + 1] = 1;', 'chooses slot 1 twice for one GPR; each node must be another one'],
    [
      'slots[at] = 1; slots[at + 1] = 4;',
      'chooses slot 4, whose node does not have room for the GPR; it must take slots that nodes.next or nodes.writeLevel returns',
    ],
  ] as const) {
    test(`is refused if it ${why.replace(/;.*/, '')}`, async () => {
      await assert.rejects(nodesBy(choose, 2), { message: `the placement ./mine.mjs ${why}` });
    });
  }

  test('is refused if a node is full', async () => {
    const placement = await given(placementText('slots[at] = 0;'));
    const world = worldOf(scenarioOf({ nodes: 2, scheduler: { placement } })).at(0);
    world.create('blue', { gpusPerNode: 8 });
    world.create('red', { gpusPerNode: 8 });
    assert.throws(() => world.run(SECOND), /chooses slot 0, whose node does not have room/);
  });

  test('is named with its line if it throws', async () => {
    await assert.rejects(nodesBy("\n\nthrow new Error('boom')", 1), {
      message: 'the placement ./mine.mjs, line 3, throws: boom',
    });
  });
});

describe("a placement of one's own by scores", () => {
  const scoreText = (score: string, more = '') =>
    `export default { name: 'mine', score(node, asked) { ${score} }, ${more} };`;

  async function nodesByScore(text: string): Promise<readonly string[]> {
    const placement = await given(text);
    const world = worldOf(scenarioOf({ nodes: 4, scheduler: { placement } })).at(0);
    const first = world.create('blue', { gpusPerNode: 2 });
    const second = world.create('red', { gpusPerNode: 3 });
    world.run(SECOND);
    return [first, second].map((gprId) => world.simulation.views.gpr(gprId)!.nodes![0].replace(/^.*-/, ''));
  }

  test('chooses the nodes with the largest scores, of equal ones the lowest', async () => {
    assert.deepEqual(await nodesByScore(scoreText('return node.gpuMilliLeft;')), ['0', '1']);
    assert.deepEqual(await nodesByScore(scoreText('return asked.gpus * 1000 - node.gpuMilliLeft;')), [
      '0',
      '0',
    ]);
  });

  test('chooses the GPUs', async () => {
    const last =
      'gpus(node, { gpus }) { return ((1 << gpus) - 1) << (node.gpuCount - gpus - (node.gprs > 0 ? 2 : 0)); }';
    assert.deepEqual(await nodesByScore(scoreText('return node.gprs;', last)), ['0', '0']);
  });

  for (const [text, why] of [
    [scoreText('return "best";'), /returns "best" as the score of a node; it must be a finite number/],
    [
      scoreText('return 1;', 'gpus: () => 1'),
      /returns 1 as the GPUs of a GPR; it must be a mask of 2 of the 8 GPUs/,
    ],
    [scoreText('return 1;', 'gpus: () => 256'), /returns 256 as the GPUs of a GPR/],
  ] as const) {
    test(`fails: ${why.source}`, async () => {
      await assert.rejects(nodesByScore(text), why);
    });
  }

  test('has choose or score', async () => {
    await assert.rejects(given("export default { name: 'mine', gpus: () => 1 };", 'placement'), {
      message: './mine.mjs is not a placement: choose or score is missing',
    });
  });
});

test('the declarations for users are those of the simulator', () => {
  // Fails to compile where they differ.
  type Same<A, B> = A extends B ? (B extends A ? true : never) : never;
  const same: Same<Required<declared.OrderPolicy>, OrderPolicy> &
    Same<Required<declared.PlacementPolicy>, Required<Omit<PlacementPolicy, 'draws' | 'file'>>> &
    Same<declared.WaitingGpr, WaitingGpr> &
    Same<declared.ScoredNode, ScoredNode> &
    Same<declared.NodeDemand, NodeDemand> &
    Same<declared.Nodes, Nodes> = true;
  assert.ok(same);
});

test('the examples are the modules of the guide', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/policies.md'), 'utf8');
  for (const file of ['smallest-first.mjs', 'last-nodes.mjs']) {
    const [, shown] = new RegExp(`cat > ${file} <<'end'\n(.*?)^end$`, 'ms').exec(guide)!;
    const code = readFileSync(join(import.meta.dirname, '../../fixtures/policies', file), 'utf8');
    const plain = (text: string) => text.replaceAll(/^(\/\/|\/\*\*| {2}summary:).*\n|^\n/gm, '');
    assert.equal(plain(code), plain(shown));
  }
});
