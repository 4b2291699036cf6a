// The judge of the kills finds each kind of difference between what was acknowledged and what a server holds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Found } from './found.ts';
import { judge } from './judge.ts';
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

const first = { gprId: 'gpr-1', gprName: 'changed', sliceName: 'blue', priority: 30, earlyRelease: true };
const firstTrace = { creations: 1, priorities: [10, 30], releases: 1, removals: 0 };
const third = { gprId: 'gpr-3', gprName: 'third', sliceName: 'blue', priority: 40, earlyRelease: false };
const thirdTrace = { creations: 1, priorities: [40], releases: 0, removals: 0 };

/** What a server holds that has everything acknowledged, and nothing else. */
const whole = {
  clock: { branch: 1, nowMs: 5_000, seq: 8, hash: '' },
  traces: {
    'gpr-1': firstTrace,
    'gpr-2': { creations: 1, priorities: [20], releases: 0, removals: 1 },
  } as Record<string, typeof firstTrace>,
  records: { 'gpr-1': first } as Record<string, typeof first>,
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

/** Judges a server with these changes to the whole. */
function faults(changes: Partial<typeof whole>) {
  return judged(acknowledged(), { ...whole, ...changes }).faults;
}

const withTrace = (id: string, trace: typeof firstTrace) => ({ traces: { ...whole.traces, [id]: trace } });
const withRecord = (record: typeof first) => ({ records: { ...whole.records, [record.gprId]: record } });

test('a server that holds exactly what was acknowledged is intact', () => {
  assert.deepEqual(judged(acknowledged(), whole), { faults: [], tookEffect: 0, hadNoEffect: 0 });
});

test('a missing creation, change, release, deletion, key or advance is lost', () => {
  const { 'gpr-1': _, ...otherTraces } = whole.traces;
  assert.deepEqual(faults({ traces: otherTraces, records: {} }), ['lost']);
  assert.deepEqual(
    faults({
      ...withTrace('gpr-1', { ...firstTrace, priorities: [10] }),
      ...withRecord({ ...first, priority: 10 }),
    }),
    ['lost'],
  );
  assert.deepEqual(faults(withTrace('gpr-1', { ...firstTrace, releases: 0 })), ['lost']);
  assert.deepEqual(faults(withTrace('gpr-2', { ...whole.traces['gpr-2'], removals: 0 })), ['lost']);
  assert.deepEqual(faults(withRecord({ ...third, gprId: 'gpr-2' })), ['lost']);
  assert.deepEqual(faults({ records: {} }), ['lost']);
  assert.deepEqual(faults(withRecord({ ...first, gprName: 'first' })), ['lost']);
  assert.deepEqual(faults({ keys: whole.keys.slice(0, 1) }), ['lost']);
  assert.deepEqual(faults({ keys: whole.keys.slice(1) }), ['lost']);
  assert.deepEqual(faults({ clock: { ...whole.clock, nowMs: 4_000 } }), ['lost']);
  assert.deepEqual(faults({ clock: { ...whole.clock, seq: 7 } }), ['lost']);
});

test('a repeated creation, change, release, deletion, key or reset is applied twice', () => {
  assert.deepEqual(faults(withTrace('gpr-1', { ...firstTrace, creations: 2 })), ['twice']);
  assert.deepEqual(faults(withTrace('gpr-1', { ...firstTrace, priorities: [10, 30, 30] })), ['twice']);
  assert.deepEqual(faults(withTrace('gpr-1', { ...firstTrace, releases: 2 })), ['twice']);
  assert.deepEqual(faults(withTrace('gpr-2', { ...whole.traces['gpr-2'], removals: 2 })), ['twice']);
  const again = { ...first, gprId: 'gpr-3', gprName: 'first' };
  assert.deepEqual(faults({ ...withTrace('gpr-3', thirdTrace), ...withRecord(again) }), ['twice']);
  assert.deepEqual(faults({ keys: [...whole.keys, { apiKey: 'other', name: 'key' }] }), ['twice']);
  assert.deepEqual(faults({ clock: { ...whole.clock, branch: 2 } }), ['twice']);
});

test('what no request made is wrong', () => {
  assert.deepEqual(faults({ ...withTrace('gpr-3', thirdTrace), ...withRecord(third) }), ['wrong']);
  assert.deepEqual(faults(withTrace('gpr-1', { ...firstTrace, priorities: [10, 31] })), ['wrong']);
  assert.deepEqual(faults(withRecord(third)), ['wrong']);
  assert.deepEqual(faults({ keys: [...whole.keys, { apiKey: 'other', name: 'other' }] }), ['wrong']);
});

test('an unanswered request takes effect once or not at all', () => {
  const create: Request = { kind: 'create', name: 'third', workspace: 'blue', priority: 40 };
  const created = { ...withTrace('gpr-3', thirdTrace), ...withRecord(third) };
  const without = acknowledged();
  without.unanswered = [create];
  assert.deepEqual(judged(without, whole), { faults: [], tookEffect: 0, hadNoEffect: 1 });
  const once = acknowledged();
  once.unanswered = [create];
  assert.deepEqual(judged(once, { ...whole, ...created }), { faults: [], tookEffect: 1, hadNoEffect: 0 });
  assert.equal(once.gprs.get('gpr-3')!.name, 'third');
  const twice = acknowledged();
  twice.unanswered = [create];
  const repeated = {
    traces: { ...created.traces, 'gpr-4': thirdTrace },
    records: { ...created.records, 'gpr-4': { ...third, gprId: 'gpr-4' } },
  };
  assert.deepEqual(judged(twice, { ...whole, ...repeated }).faults, ['twice']);
});

test('after an unanswered reset, the world holds everything acknowledged, or is at its start', () => {
  const reset: Request = { kind: 'reset' };
  const before = acknowledged();
  before.unanswered = [reset];
  assert.deepEqual(judged(before, whole), { faults: [], tookEffect: 0, hadNoEffect: 1 });
  const after = acknowledged();
  after.unanswered = [reset];
  const atStart = { ...whole, clock: { branch: 2, nowMs: 0, seq: 4, hash: '' }, traces: {}, records: {} };
  assert.deepEqual(judged(after, atStart), { faults: [], tookEffect: 1, hadNoEffect: 0 });
  const half = acknowledged();
  half.unanswered = [reset];
  assert.notDeepEqual(judged(half, { ...whole, clock: atStart.clock }).faults, []);
});
