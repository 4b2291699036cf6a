import assert from 'node:assert/strict';
import { test } from 'node:test';
import { charactersOf, firstCharacters, hasAtMost } from '../../src/wire/characters.ts';
import { clip } from '../../src/wire/clip.ts';

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
