import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FactHash, textHash } from '../../../sim/facts/hash.ts';
import { property } from '../../support/property.ts';

function digestOf(...runs: readonly (readonly number[])[]): string {
  const hash = new FactHash();
  for (const words of runs) hash.mix(Float64Array.from(words), 0, words.length);
  return hash.digest();
}

const word = fc.oneof(
  fc.integer({ min: -1, max: 40 }),
  fc.nat(2 ** 32 - 2),
  fc.integer({ min: 2 ** 32, max: Number.MAX_SAFE_INTEGER }),
);
const words = fc.array(word, { maxLength: 40 });

test('a digest is 32 hex digits, and as recorded for known words', () => {
  assert.match(digestOf(), /^[0-9a-f]{32}$/);
  // Recorded runs contain such digests: a change makes all of them invalid.
  assert.equal(digestOf(), '19cf2e1cb35a1ef2fb078e675021ba86');
  assert.equal(digestOf([1, 2, 3, 2 ** 40 + 5, -1]), 'e4e2ab3d09ac49a0d5eadcc07aa889b6');
});

property(
  'the digest does not depend on how words are divided into portions',
  500,
  fc.tuple(words, words),
  ([a, b]) => {
    assert.equal(digestOf(a, b), digestOf([...a, ...b]));
  },
);

property('only the words within the bounds count', 200, words, (given) => {
  const hash = new FactHash();
  hash.mix(Float64Array.from([77, ...given, 78]), 1, given.length + 1);
  assert.equal(hash.digest(), digestOf(given));
});

property('other words give another digest', 1000, fc.tuple(words, words), ([a, b]) => {
  assert.equal(digestOf(a) === digestOf(b), a.join() === b.join());
});

property(
  'a change of any single bit changes the digest',
  1000,
  fc.tuple(fc.array(fc.nat(2 ** 52), { minLength: 1, maxLength: 30 }), fc.nat(), fc.nat(51)),
  ([given, at, bit]) => {
    const changed = [...given];
    const i = at % given.length;
    const value = 2 ** bit;
    changed[i] += Math.floor(given[i] / value) % 2 === 1 ? -value : value;
    assert.notEqual(digestOf(changed), digestOf(given));
  },
);

property(
  'swapping two words changes the digest',
  1000,
  fc.tuple(fc.array(word, { minLength: 2, maxLength: 30 }), fc.nat(), fc.nat()),
  ([given, a, b]) => {
    const [i, j] = [a % given.length, b % given.length];
    fc.pre(given[i] !== given[j]);
    const changed = [...given];
    changed[i] = given[j];
    changed[j] = given[i];
    assert.notEqual(digestOf(changed), digestOf(given));
  },
);

property('the number of zeros changes the digest', 100, fc.nat(50), (zeros) => {
  const digests = new Set(Array.from({ length: zeros + 1 }, (_, i) => digestOf(new Array(i).fill(0))));
  assert.equal(digests.size, zeros + 1);
});

property(
  'different texts have different hashes below 2^53',
  1000,
  fc.tuple(fc.string(), fc.string()),
  ([a, b]) => {
    const hash = textHash(a);
    assert.ok(Number.isSafeInteger(hash) && hash >= 0);
    assert.equal(hash === textHash(b), a === b);
  },
);

test('texts that differ in one unit or in order have different hashes', () => {
  const texts = [
    '',
    'a',
    'b',
    'ab',
    'ba',
    'aa',
    'a\0',
    '\0a',
    'ä',
    '🂡',
    '🂢',
    'node-1',
    'node-2',
    'node-12',
    'node-21',
  ];
  assert.equal(new Set(texts.map(textHash)).size, texts.length);
});
