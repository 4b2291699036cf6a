import assert from 'node:assert/strict';
import { test } from 'node:test';

import { quoted } from '../../sim/workload/formats/trace-table.ts';
import { fitted } from '../../src/cli/commands/serving/top/repaint.ts';

import {
  charactersOf,
  cutAfter,
  cutBefore,
  firstCharacters,
  hasAtMost,
  isPrintable,
} from '../../src/wire/text/characters.ts';
import { clip } from '../../src/wire/text/clip.ts';

const rocket = '🚀';

test('a character outside the basic plane counts once', () => {
  assert.equal(charactersOf(`a${rocket}b`), 3);
  for (const letter of ['x', rocket]) {
    assert.equal(hasAtMost(letter.repeat(40), 40), true);
    assert.equal(hasAtMost(letter.repeat(41), 40), false);
    assert.equal(hasAtMost(letter.repeat(1000), 40), false);
  }
  assert.equal(hasAtMost(`${'x'.repeat(39)}${rocket}`, 40), true);
  assert.equal(hasAtMost(`${'x'.repeat(40)}${rocket}`, 40), false);
});

test('the first characters never end within a character', () => {
  assert.equal(firstCharacters(`a${rocket}${rocket}`, 2), `a${rocket}`);
  assert.equal(firstCharacters('ab', 2), 'ab');
  assert.equal(clip(rocket.repeat(60)), rocket.repeat(60));
  assert.equal(clip(`a${rocket.repeat(60)}`), `a${rocket.repeat(59)}… (61 characters)`);
});

test('a text is never cut within a character', () => {
  assert.deepEqual([cutAfter(`a${rocket}`, 2), cutAfter(`a${rocket}`, 3)], ['a', `a${rocket}`]);
  assert.deepEqual([cutBefore(`${rocket}a`, 2), cutBefore(`${rocket}a`, 3)], ['a', `${rocket}a`]);
  assert.equal(fitted(`ab${rocket}cd`, 4), 'ab…');
  assert.equal(quoted(`ab${rocket}cd`, 3), `"ab${rocket}…"`);
});

test('control characters and halves of surrogate pairs are not printable', () => {
  assert.ok(isPrintable(`a ${rocket} \u202e`));
  for (const text of ['a\nb', 'a\u0085', 'a\ud800', '\udc00b', '\udc00\ud800']) assert.ok(!isPrintable(text));
});
