import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Simulation } from '../../sim/index.ts';
import { Packer, Unpacker, Unreadable } from '../../src/store/codecs/packed.ts';
import { packEstimates, unpackEstimates } from '../../src/store/codecs/packed-estimates.ts';
import { packFacts, unpackFacts } from '../../src/store/codecs/packed-facts.ts';
import { property } from '../support/property.ts';
import { request, SECOND, scenarioOf } from '../support/scenario.ts';

const numbers = fc.array(
  fc.oneof(
    fc.integer(),
    fc.maxSafeInteger(),
    fc.double(),
    fc.constantFrom(0, 63, 64, -64, 2 ** 29, -(2 ** 29), 2 ** 51, -(2 ** 51), 2 ** 51 + 1, 2 ** 53, Infinity),
  ),
);

/** Any UTF-16 units, including lone surrogates. */
const texts = fc.array(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('a\ud800b')));

property('packed numbers are read back unchanged, without leftover bytes', 300, numbers, (written) => {
  const packer = new Packer();
  for (const number of written) packer.number(number);
  const from = new Unpacker(packer.written());
  // The sign of a zero is lost.
  for (const number of written) assert.ok(Object.is(from.number(), number === 0 ? 0 : number), `${number}`);
  assert.equal(from.left, 0);
});

property('packed strings are read back unchanged, even invalid Unicode', 300, texts, (written) => {
  const packer = new Packer();
  for (const text of written) packer.text(text);
  const from = new Unpacker(packer.written());
  for (const text of written) assert.equal(from.text(), text);
  assert.equal(from.left, 0);
});

test('a small number takes one byte, a fraction takes nine', () => {
  const bytes = (number: number) => {
    const packer = new Packer();
    packer.number(number);
    return packer.length;
  };
  assert.deepEqual([0, 63, -63, 64, 8191, 8192, 2 ** 31, 2 ** 48].map(bytes), [1, 1, 1, 2, 2, 3, 5, 8]);
  assert.deepEqual([0.5, Number.NaN, -Infinity].map(bytes), [9, 9, 9]);
});

/** Records of any kind and length, in the engine's layout; the first further word is a uid. */
const words = fc
  .array(
    fc.record({
      kind: fc.nat(255),
      atMs: fc.maxSafeNat().map((n) => n % 2 ** 44),
      rest: fc.oneof(
        fc.constant([]),
        fc
          .tuple(fc.maxSafeNat(), fc.array(fc.maxSafeInteger(), { maxLength: 9 }))
          .map(([first, others]) => [first % 2 ** 48, ...others]),
      ),
    }),
  )
  .map((facts) =>
    Float64Array.from(facts.flatMap(({ kind, atMs, rest }) => [kind + 256 * rest.length, atMs, ...rest])),
  );

property('packed facts are read back unchanged', 300, words, (written) => {
  const packed = Buffer.from(packFacts(written, new Packer()));
  assert.deepEqual(unpackFacts(packed), written);
});

/** Returns the facts of a few hours on a busy node. */
function lived(): Float64Array {
  const simulation = new Simulation(scenarioOf({ nodes: 2 }));
  simulation.openAt(0);
  for (let i = 0; i < 50; i++) {
    const checked = simulation.check(request('blue', { exitMs: (i + 1) * SECOND, gpusPerNode: 8 }));
    assert.ok(checked.ok);
    simulation.apply(checked.command);
  }
  simulation.runTo(10_000 * SECOND);
  return simulation.takeFacts().words;
}

test('packed facts take a quarter of the size of their words', () => {
  const facts = lived();
  assert.ok(facts.length > 1_000, `${facts.length} words`);
  const packed = Buffer.from(packFacts(facts, new Packer()));
  assert.deepEqual(unpackFacts(packed), facts);
  assert.ok(packed.length * 4 < facts.byteLength, `${packed.length} of ${facts.byteLength} bytes`);
});

const blows = fc.array(fc.record({ at: fc.nat(), byte: fc.nat(255) }), { minLength: 1, maxLength: 5 });

property('changed, truncated or random bytes give some facts or are unreadable', 500, blows, (changes) => {
  const packed = Buffer.from(packFacts(lived().subarray(0, 300), new Packer()));
  for (const { at, byte } of changes) packed[at % packed.length] = byte;
  const cut = packed.subarray(0, changes[0].at % packed.length);
  const madeUp = Buffer.from(changes.map(({ byte }) => byte));
  for (const bytes of [packed, cut, madeUp]) {
    try {
      assert.ok(unpackFacts(bytes) instanceof Float64Array);
    } catch (error) {
      assert.ok(error instanceof Unreadable, `${error}`);
    }
  }
});

/** Changes of estimates: instants in order, each with some records. */
const changes = fc
  .array(
    fc.record({
      gapMs: fc.oneof(fc.constant(0), fc.nat(10 ** 7), fc.constant(60_000)),
      uid: fc.oneof(
        fc.nat(20),
        fc.maxSafeNat().map((n) => n % 2 ** 48),
      ),
      startMs: fc.oneof(
        fc.constant(-1),
        fc.nat(100),
        fc.maxSafeNat().map((n) => n % 2 ** 43),
      ),
      bits: fc.oneof(fc.constantFrom(1, 2, 4), fc.integer({ min: 0, max: 511 })),
    }),
  )
  .map((list) => {
    let atMs = 0;
    return Float64Array.from(
      list.flatMap(({ gapMs, uid, startMs, bits }) => {
        atMs += gapMs;
        return [atMs, uid, startMs, bits];
      }),
    );
  });

property('packed changes of estimates are read back unchanged', 300, changes, (written) => {
  assert.deepEqual(unpackEstimates(Buffer.from(packEstimates(written, new Packer()))), written);
});

property(
  'any bytes are read as changes of estimates, or refused, in little memory',
  300,
  fc.uint8Array({ maxLength: 200 }),
  (bytes) => {
    try {
      const words = unpackEstimates(Buffer.from(bytes));
      assert.ok(words.length <= 4 * bytes.length);
    } catch (error) {
      assert.ok(error instanceof Unreadable, String(error));
    }
  },
);
