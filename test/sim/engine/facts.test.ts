import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FACTS, FactKind, GprProvisioning, GprRequeued } from '../../../sim/facts/fact-catalogue.ts';
import { eachFact, FactLog, type FactRun, noteFact } from '../../../sim/facts/log.ts';
import { FACT_SHAPES } from '../../../sim/facts/view.ts';
import { WORD_TYPES, type WordTypeName } from '../../../sim/facts/word-types.ts';
import { property } from '../../support/property.ts';

interface Fact {
  readonly kind: number;
  readonly atMs: number;
  readonly words: readonly number[];
}

function write(log: FactLog, { kind, atMs, words }: Fact): void {
  const at = log.begin(kind, atMs, words.length);
  log.words.set(words, at);
}

function read(run: FactRun): (Fact & { seq: number })[] {
  const facts: (Fact & { seq: number })[] = [];
  eachFact(run, (kind, atMs, at, count, seq) => {
    facts.push({ kind, atMs, words: [...run.words.subarray(at, at + count)], seq });
  });
  return facts;
}

const fact = fc.record({
  kind: fc.constantFrom(...Object.values(FactKind)),
  atMs: fc.nat(2 ** 45),
  words: fc.array(fc.integer({ min: -1, max: Number.MAX_SAFE_INTEGER }), { maxLength: 12 }),
});
const portions = fc.array(fc.array(fact, { maxLength: 20 }), { maxLength: 6 });

property('a reader gets the written facts, numbered from 1, each once', 300, portions, (given) => {
  const log = new FactLog();
  let seq = 0;
  for (const facts of given) {
    for (const each of facts) write(log, each);
    const run = log.take();
    assert.equal(run.firstSeq, seq + 1);
    assert.equal(run.count, facts.length);
    assert.deepEqual(
      read(run),
      facts.map((each) => ({ ...each, seq: ++seq })),
    );
    assert.equal(log.seq, seq);
  }
  assert.equal(log.take().count, 0);
});

property('the hash does not depend on when facts are taken', 200, portions, (given) => {
  const atOnce = new FactLog();
  const inPortions = new FactLog();
  for (const facts of given) {
    for (const each of facts) {
      write(atOnce, each);
      write(inPortions, each);
    }
    inPortions.take();
  }
  assert.equal(inPortions.digest(), atOnce.digest());
});

test('later facts do not change a run that was taken', () => {
  const log = new FactLog();
  write(log, { kind: FactKind.nodeUp, atMs: 5, words: [1] });
  const run = log.take();
  write(log, { kind: FactKind.nodeDown, atMs: 6, words: [2, 3] });
  assert.deepEqual(read(run), [{ kind: FactKind.nodeUp, atMs: 5, words: [1], seq: 1 }]);
});

test('words are written in the order of the catalogue, whatever order they are given in', () => {
  const log = new FactLog();
  noteFact(log, FactKind.nodeDown, 5, { repairAtMs: 60, node: 3 });
  assert.deepEqual(read(log.take()), [{ kind: FactKind.nodeDown, atMs: 5, words: [3, 60], seq: 1 }]);
  // @ts-expect-error: a word is missing.
  noteFact(log, FactKind.nodeDown, 5, { node: 3 });
  // @ts-expect-error: the kind has no such word.
  noteFact(log, FactKind.nodeUp, 5, { node: 3, repairAtMs: 60 });
});

test('a muted log ignores facts', () => {
  const log = new FactLog();
  const before = log.digest();
  log.muted = true;
  write(log, { kind: FactKind.nodeUp, atMs: 5, words: [1] });
  assert.equal(log.seq, 0);
  assert.equal(log.digest(), before);
  assert.equal(log.take().words.length, 0);
});

test('the buffer grows for a long fact and for many facts', () => {
  const log = new FactLog();
  const words = Array.from({ length: 10_000 }, (_, i) => i);
  write(log, { kind: FactKind.gprProvisioning, atMs: 1, words });
  for (let i = 0; i < 5000; i++) write(log, { kind: FactKind.nodeUp, atMs: 2, words: [i] });
  const facts = read(log.take());
  assert.equal(facts.length, 5001);
  assert.deepEqual(facts[0].words, words);
  assert.deepEqual(facts[5000], { kind: FactKind.nodeUp, atMs: 2, words: [4999], seq: 5001 });
});

test('kinds are numbered from 1 in the order of the catalogue, below 256', () => {
  const kinds = Object.values(FactKind);
  assert.deepEqual(
    kinds,
    kinds.map((_, i) => i + 1),
  );
  assert.ok(kinds.length < 256);
});

test('positions count the words of a kind; a list is last', () => {
  assert.deepEqual(
    { ...GprRequeued },
    { uid: 0, workspace: 1, reason: 2, culprit: 3, exitLeftMs: 4, length: 5 },
  );
  assert.equal(GprProvisioning.nodes, 6);
  assert.equal(GprProvisioning.length, 6);
  for (const { words } of Object.values(FACTS)) {
    const types: string[] = Object.values(words);
    assert.ok(!types.slice(0, -1).includes('nodes'));
    assert.ok(!('length' in words), 'the name of a word must not be length');
  }
});

test('no two kinds have the same name, and no view has a member twice', () => {
  const names = FACT_SHAPES.flatMap(({ kinds }) => kinds);
  assert.equal(new Set(names).size, names.length);
  for (const { words } of Object.values(FACTS)) {
    const members = Object.entries(words).flatMap(([name, type]) =>
      Object.keys(WORD_TYPES[type as WordTypeName].members(name)),
    );
    assert.equal(new Set([...members, 'seq', 'atMs', 'kind']).size, members.length + 3);
  }
});

test('a fact about an endpoint or a placement names it first', () => {
  const membersOf = (kind: string) =>
    Object.keys(FACT_SHAPES.find(({ kinds }) => kinds.includes(kind as never))!.members);
  assert.deepEqual(membersOf('endpoint.status'), ['endpoint', 'workspace', 'workspaceCreation', 'status']);
  assert.deepEqual(membersOf('placement.created'), [
    'placement',
    'workspace',
    'workspaceCreation',
    'decisions',
  ]);
});
