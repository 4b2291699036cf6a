// The judge of the kills finds each kind of difference between what was acknowledged and what a server holds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BranchRow, Fact, Found } from './found.ts';
import { judge, judgeBranches } from './judge.ts';
import { Ledger, type Request } from './ledger.ts';

/** A ledger with two GPRs and a key: `first` was changed and released, `second` was deleted. */
function acknowledged(): Ledger {
  const ledger = new Ledger('owner');
  ledger.apply({ kind: 'create', name: 'first', workspace: 'blue', priority: 10 }, { gprId: 'gpr-1' });
  ledger.apply({ kind: 'create', name: 'second', workspace: 'red', priority: 20 }, { gprId: 'gpr-2' });
  const [first, second] = ledger.live;
  ledger.apply({ kind: 'change', gpr: first, name: 'changed', priority: 30 }, {});
  ledger.apply({ kind: 'release', gpr: first }, {});
  ledger.apply({ kind: 'remove', gpr: second }, {});
  ledger.apply({ kind: 'create-key', name: 'key' }, { apiKey: 'value' });
  ledger.apply({ kind: 'advance', byMs: 5_000 }, { branch: 1, nowMs: 5_000, seq: 8 });
  return ledger;
}

/** The facts of this ledger. */
const facts: readonly Fact[] = [
  { seq: 2, kind: 'gpr.created', gprId: 'gpr-1', priority: 10 },
  { seq: 3, kind: 'gpr.created', gprId: 'gpr-2', priority: 20 },
  { seq: 5, kind: 'gpr.changed', gprId: 'gpr-1', priority: 30 },
  { seq: 6, kind: 'gpr.ended', gprId: 'gpr-1', reason: 'early release' },
  { seq: 7, kind: 'gpr.removed', gprId: 'gpr-2' },
];

/** The same after an acknowledged rewind to the position before fact 6. */
function rewound(): Ledger {
  const ledger = acknowledged();
  ledger.apply({ kind: 'rewind', target: { seq: 6 }, facts }, { branch: 2, nowMs: 4_000, seq: 5 });
  judgeBranches(ledger, [branch1, branch2]);
  return ledger;
}

const first = { gprId: 'gpr-1', gprName: 'changed', sliceName: 'blue', priority: 30, earlyRelease: true };
const firstTrace = { creations: 1, priorities: [10, 30], releases: 1, removals: 0 };
const third = { gprId: 'gpr-3', gprName: 'third', sliceName: 'blue', priority: 40, earlyRelease: false };
const thirdTrace = { creations: 1, priorities: [40], releases: 0, removals: 0 };

const common = { now: '2026-01-05T08:00:05Z', commands: 5, hash: 'a' };
const branch1: BranchRow = { branch: 1, parent: null, seq: 1, facts: 8, ...common };
const branch2: BranchRow = { branch: 2, parent: 1, seq: 6, facts: 5, ...common };

/** What a server holds that has everything acknowledged, and nothing else. */
const whole = {
  clock: { branch: 1, nowMs: 5_000, seq: 8, hash: '' },
  traces: {
    'gpr-1': firstTrace,
    'gpr-2': { creations: 1, priorities: [20], releases: 0, removals: 1 },
  } as Record<string, typeof firstTrace>,
  records: { 'gpr-1': first } as Record<string, typeof first>,
  branches: [branch1],
  keys: [
    { apiKey: 'owner', name: 'GPRSIM_API_KEY' },
    { apiKey: 'value', name: 'key' },
  ],
};

function judged(ledger: Ledger, { traces, records, ...others }: typeof whole) {
  const found: Found = {
    ...others,
    traces: new Map(Object.entries(traces)),
    records: new Map(Object.entries(records)),
  };
  const { differences, tookEffect, hadNoEffect } = judge(ledger, found);
  return { faults: [...new Set(differences.map(({ fault }) => fault))], tookEffect, hadNoEffect };
}

const withTrace = (id: string, trace: typeof firstTrace) => ({ traces: { ...whole.traces, [id]: trace } });
const withRecord = (record: typeof first) => ({ records: { ...whole.records, [record.gprId]: record } });

const { 'gpr-1': _, ...otherTraces } = whole.traces;
const secondTrace = whole.traces['gpr-2'];
const again = { ...first, gprId: 'gpr-3', gprName: 'first' };

/** Changes of the whole, with what they are found to be. */
const changes: readonly [fault: string, Partial<typeof whole>][] = [
  // A missing creation, change, release, deletion, key or advance.
  ['lost', { traces: otherTraces, records: {} }],
  [
    'lost',
    { ...withTrace('gpr-1', { ...firstTrace, priorities: [10] }), ...withRecord({ ...first, priority: 10 }) },
  ],
  ['lost', withTrace('gpr-1', { ...firstTrace, releases: 0 })],
  ['lost', withTrace('gpr-2', { ...secondTrace, removals: 0 })],
  ['lost', withRecord({ ...third, gprId: 'gpr-2' })],
  ['lost', { records: {} }],
  ['lost', withRecord({ ...first, gprName: 'first' })],
  ['lost', { keys: whole.keys.slice(0, 1) }],
  ['lost', { keys: whole.keys.slice(1) }],
  ['lost', { clock: { ...whole.clock, nowMs: 4_000 } }],
  ['lost', { clock: { ...whole.clock, seq: 7 } }],
  // A repeated creation, change, release, deletion, key or reset.
  ['twice', withTrace('gpr-1', { ...firstTrace, creations: 2 })],
  ['twice', withTrace('gpr-1', { ...firstTrace, priorities: [10, 30, 30] })],
  ['twice', withTrace('gpr-1', { ...firstTrace, releases: 2 })],
  ['twice', withTrace('gpr-2', { ...secondTrace, removals: 2 })],
  ['twice', { ...withTrace('gpr-3', thirdTrace), ...withRecord(again) }],
  ['twice', { keys: [...whole.keys, { apiKey: 'other', name: 'key' }] }],
  ['twice', { clock: { ...whole.clock, branch: 2 } }],
  // What no request made.
  ['wrong', { ...withTrace('gpr-3', thirdTrace), ...withRecord(third) }],
  ['wrong', withTrace('gpr-1', { ...firstTrace, priorities: [10, 31] })],
  ['wrong', withRecord(third)],
  ['wrong', { keys: [...whole.keys, { apiKey: 'other', name: 'other' }] }],
];

test('a server that holds exactly what was acknowledged is intact; what is missing, repeated or invented is not', () => {
  assert.deepEqual(judged(acknowledged(), whole), { faults: [], tookEffect: 0, hadNoEffect: 0 });
  for (const [fault, change] of changes)
    assert.deepEqual(judged(acknowledged(), { ...whole, ...change }).faults, [fault], JSON.stringify(change));
});

/** A ledger with a request that had no answer. */
function unanswered(ledger: Ledger, request: Request): Ledger {
  ledger.unanswered = [request];
  return ledger;
}

test('an unanswered request takes effect once or not at all', () => {
  const create: Request = { kind: 'create', name: 'third', workspace: 'blue', priority: 40 };
  const created = { ...withTrace('gpr-3', thirdTrace), ...withRecord(third) };
  const without = unanswered(acknowledged(), create);
  assert.deepEqual(judged(without, whole), { faults: [], tookEffect: 0, hadNoEffect: 1 });
  const once = unanswered(acknowledged(), create);
  assert.deepEqual(judged(once, { ...whole, ...created }), { faults: [], tookEffect: 1, hadNoEffect: 0 });
  assert.equal(once.gprs.get('gpr-3')!.names.at(-1), 'third');
  const twice = unanswered(acknowledged(), create);
  const repeated = {
    traces: { ...created.traces, 'gpr-4': thirdTrace },
    records: { ...created.records, 'gpr-4': { ...third, gprId: 'gpr-4' } },
  };
  assert.deepEqual(judged(twice, { ...whole, ...repeated }).faults, ['twice']);
});

test('after an unanswered reset, the world holds everything acknowledged, or is at its start', () => {
  const reset: Request = { kind: 'reset' };
  const before = unanswered(acknowledged(), reset);
  assert.deepEqual(judged(before, whole), { faults: [], tookEffect: 0, hadNoEffect: 1 });
  const after = unanswered(acknowledged(), reset);
  const branches = [branch1, { ...branch2, parent: null, seq: 1 }];
  const clock = { branch: 2, nowMs: 0, seq: 4, hash: '' };
  const atStart = { ...whole, clock, branches, traces: {}, records: {} };
  assert.deepEqual(judged(after, atStart), { faults: [], tookEffect: 1, hadNoEffect: 0 });
  const half = unanswered(acknowledged(), reset);
  assert.notDeepEqual(judged(half, { ...whole, clock: atStart.clock }).faults, []);
});

/** What a server holds after the rewind of `rewound`. */
const back = {
  ...whole,
  clock: { branch: 2, nowMs: 4_000, seq: 5, hash: 'a' },
  branches: [branch1, branch2],
  traces: {
    'gpr-1': { creations: 1, priorities: [10, 30], releases: 0, removals: 0 },
    'gpr-2': { creations: 1, priorities: [20], releases: 0, removals: 0 },
  },
  records: {
    'gpr-1': { ...first, earlyRelease: false },
    'gpr-2': { gprId: 'gpr-2', gprName: 'second', sliceName: 'red', priority: 20, earlyRelease: false },
  },
};

test('a rewound branch holds what was acknowledged up to its beginning, and the others end where they were left', () => {
  assert.deepEqual(judged(rewound(), back), { faults: [], tookEffect: 0, hadNoEffect: 0 });
  assert.deepEqual(judged(rewound(), { ...back, ...withTrace('gpr-1', firstTrace) }).faults, ['twice']);
  for (const [fault, ...branches] of [
    ['lost', { ...branch1, facts: 7 }, branch2],
    ['lost', { ...branch1, hash: 'b' }, branch2],
    ['lost', branch2],
    ['lost', branch1],
    ['wrong', branch1, { ...branch2, parent: null }],
    ['wrong', branch1, branch2, { ...branch2, branch: 3 }],
  ] as const)
    assert.deepEqual(judged(rewound(), { ...back, branches }).faults, [fault]);
  // The world is in the branch before.
  assert.ok(judged(rewound(), { ...whole, branches: [branch1, branch2] }).faults.includes('lost'));
});

test('an unanswered rewind, switch or deletion takes effect once or not at all', () => {
  const rewind: Request = { kind: 'rewind', target: { seq: 6 }, facts };
  for (const [found, tookEffect] of [
    [whole, 0],
    [back, 1],
  ] as const) {
    const ledger = unanswered(acknowledged(), rewind);
    assert.deepEqual(judged(ledger, found), { faults: [], tookEffect, hadNoEffect: 1 - tookEffect });
  }
  for (const found of [back, { ...whole, branches: [branch1, branch2] }]) {
    const tookEffect = found === back ? 0 : 1;
    const ledger = unanswered(rewound(), { kind: 'switch', branch: 1 });
    assert.deepEqual(judged(ledger, found), { faults: [], tookEffect, hadNoEffect: 1 - tookEffect });
  }
  for (const [branches, tookEffect] of [
    [[branch1, branch2], 0],
    [[branch1], 1],
  ] as const) {
    const ledger = rewound();
    ledger.apply({ kind: 'switch', branch: 1 }, { nowMs: 5_000, seq: 8 });
    ledger.unanswered = [{ kind: 'delete-branch', branch: 2 }];
    const expected = { faults: [], tookEffect, hadNoEffect: 1 - tookEffect };
    assert.deepEqual(judged(ledger, { ...whole, branches: [...branches] }), expected);
    ledger.unanswered = [];
    const without = { ...whole, branches: [branch1, branch2] };
    assert.deepEqual(judged(ledger, without).faults, tookEffect === 1 ? ['lost'] : []);
  }
});
