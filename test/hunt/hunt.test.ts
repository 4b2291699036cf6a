// The hunt of the library: what it finds, that it finds the same again, and what it refuses.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HuntResult } from '../../src/library/gprsim.d.ts';
import { hunt } from '../../src/library/index.ts';
import { carefulClient, clientWithBug } from './clients.ts';

const again = clientWithBug('creates again after a lost answer');

function found({ failures, kinds, reached, cases }: HuntResult) {
  return { failures, kinds, reached, cases };
}

test('a client that creates again after a lost answer makes a duplicate, and one fault shows it', async () => {
  const result = await hunt({ seeds: 10, faults: 'lost=0.2', jobs: 10 }, again);
  assert.deepEqual(Object.keys(result.kinds), ['duplicate']);
  const [{ kind, faults, why }] = result.cases as [HuntResult['cases'][number]];
  assert.equal(kind, 'duplicate');
  assert.deepEqual(faults, [{ fault: 'lost', operation: 'createGpr', nth: 1, times: 1 }]);
  assert.match(
    why,
    /^gpr-\S+ is a second training-1 of team-blue: the answer with gpr-\S+ to call 2 was lost$/,
  );
  assert.match(result.text, /POST \/api\/v1\/gpr {2}→ no answer {3}← lost, executed: 200/);
  assert.match(result.text, /Faults met: lost \d+; none of busy, unavailable, cut, slow, token/);
});

test('the careful client survives the same faults', async () => {
  const result = await hunt({ seeds: 10, faults: 'lost=0.2', jobs: 10 }, carefulClient);
  assert.equal(result.failures, 0, result.text);
  assert.ok(result.reached.faults.lost! > 5);
  assert.deepEqual(result.cases, []);
});

test('a hunt finds the same with other jobs, in another order, and again', async () => {
  const seeds = [5, 1, 4, 2, 3];
  const faults = { lost: 0.3, busy: 0.1, node: 0.05 };
  const first = found(await hunt({ seeds, jobs: 1, faults }, again));
  assert.ok(first.failures > 0);
  assert.deepEqual(found(await hunt({ seeds, jobs: 6, faults }, again)), first);
  const reversed = await hunt({ seeds: seeds.toReversed(), jobs: 3, faults }, again);
  assert.deepEqual(reversed.kinds, first.kinds);
  assert.deepEqual(reversed.reached, first.reached);
});

test('the seeds after the last wanted failure do not count, however many clients run at once', async () => {
  const options = { seeds: 30, faults: 'lost=0.4', untilFailure: 1 };
  const one = found(await hunt({ ...options, jobs: 1 }, again));
  assert.equal(one.failures, 1);
  assert.deepEqual(found(await hunt({ ...options, jobs: 8 }, again)), one);
});

test('a client that fails without a fault ends the hunt', async () => {
  const result = await hunt({ seeds: 50 }, async ({ url }) => {
    await fetch(`${url}/api/v1/auth`, { method: 'POST', body: '{}' });
    throw new Error('no key');
  });
  assert.equal(result.seeds, 1);
  assert.deepEqual(result.cases[0]!.faults, []);
  assert.match(
    result.text,
    /^exit, seed 1: the client failed: the client throws: no key\n {2}without a fault\n/,
  );
});

test('a client without an end is aborted: by its calls, or by the time', async () => {
  const endless = await hunt({ seeds: 1, callsMax: 20 }, async ({ url, signal }) => {
    for (;;) await fetch(`${url}/api/v1/auth`, { signal });
  });
  assert.equal(endless.cases[0]!.kind, 'endless');
  assert.equal(endless.cases[0]!.why, 'the client made more than 20 calls');
  const hanging = await hunt({ seeds: 1, timeLimit: 1 }, async ({ url }) => {
    await fetch(`${url}/api/v1/auth`);
    await new Promise(() => {});
  });
  assert.equal(hanging.cases[0]!.kind, 'hang');
});

test('a GPR that is handed over is no leak', async () => {
  const client = (isHandedOver: boolean) => async (world: Parameters<Parameters<typeof hunt>[1]>[0]) => {
    const send = async (path: string, body: object, token?: string) => {
      const headers = { Authorization: `Bearer ${token}` };
      const response = await fetch(world.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return ((await response.json()) as { data: { token: string; gprId: string } }).data;
    };
    const { token } = await send('/api/v1/auth', { apiKey: world.apiKey });
    const { gprId } = await send('/api/v1/gpr', gpr, token);
    if (isHandedOver) world.handOver(gprId);
  };
  assert.deepEqual((await hunt({ seeds: 1 }, client(false))).kinds, { leak: 1 });
  assert.equal((await hunt({ seeds: [1], faults: 'slow=0' }, client(true))).failures, 0);
});

const gpr = {
  gprName: 'kept',
  sliceName: 'team-blue',
  clusterName: 'worker-2',
  instanceType: 'VM.GPU.A10.2',
  gpuShape: 'NVIDIA-A10',
  numberOfGPUNodes: 1,
  priority: 100,
  exitDuration: '1h',
};

test('an own check names a failure, and gets the calls', async () => {
  const seen: unknown[] = [];
  const result = await hunt(
    {
      seeds: 2,
      faults: 'slow=0',
      check: ({ seed, calls, end }) => {
        seen.push([seed, calls.map(({ operation, status }) => [operation, status]), end.failure]);
        return seed === 2 ? 'an even seed' : undefined;
      },
    },
    async ({ url }) => void (await fetch(`${url}/api/v1/auth`, { method: 'POST', body: '{}' })),
  );
  assert.deepEqual(result.kinds, { check: 1 });
  assert.deepEqual(seen[0], [1, [['authenticate', 400]], '']);
});

test('a check that throws ends the hunt', async () => {
  const check = () => {
    throw new Error('not now');
  };
  await assert.rejects(
    hunt({ seeds: 1, check }, async () => {}),
    /not now/,
  );
});

const refusals: readonly (readonly [object, RegExp])[] = [
  [{ seed: 1 }, /^TypeError: hunt: unknown option seed; the options are scenario, seeds, jobs, faults,/],
  [
    { seeds: 0 },
    /^TypeError: hunt: seeds must be how many seeds, from 1 on, or a list of integers from 0, not 0$/,
  ],
  [{ jobs: 0 }, /^TypeError: hunt: jobs must be an integer from 1 to 1000, not 0$/],
  [
    { faults: 'wild' },
    /^TypeError: hunt: faults takes a profile \(mild, usual, hostile\), kinds .* not "wild"; did you mean mild\?$/,
  ],
  [{ faults: { lost: 2 } }, /^TypeError: hunt: faults takes a probability from 0 to 1 for lost$/],
  [{ invariants: ['leaks'] }, /^TypeError: hunt: invariants must be a list of hang, endless, token, /],
  [{ scenario: 'quite' }, /^TypeError: hunt: .*quite/],
];

for (const [options, message] of refusals)
  test(`wrong options: ${JSON.stringify(options)}`, async () => {
    await assert.rejects(
      hunt(options, async () => {}),
      (error) => {
        assert.match(String(error), message);
        return true;
      },
    );
  });
