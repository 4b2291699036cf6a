// Hidden characters are shown as marks; everything else stays.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { visible, visibleJson, visibleLines } from '../../src/looks/visible.ts';
import { property } from '../support/property.ts';

const HIDDEN: readonly (readonly [character: string, mark: string])[] = [
  ['\u202e', '<U+202E>'],
  ['\u2066', '<U+2066>'],
  ['\u061c', '<U+061C>'],
  ['\u200b', '<U+200B>'],
  ['\u200d', '<U+200D>'],
  ['\ufeff', '<U+FEFF>'],
  ['\u00ad', '<U+00AD>'],
  ['\u0000', '<U+0000>'],
  ['\u001b', '<U+001B>'],
  ['\u007f', '<U+007F>'],
  ['\u009b', '<U+009B>'],
  ['\u2028', '<U+2028>'],
  ['\u2800', '<U+2800>'],
  ['\u3164', '<U+3164>'],
  ['\ufe0f', '<U+FE0F>'],
  ['\ue000', '<U+E000>'],
  ['\uffff', '<U+FFFF>'],
  ['\ud800', '<U+D800>'],
  ['\u{e0041}', '<U+E0041>'],
  ['\u{10fffe}', '<U+10FFFE>'],
];

test('each kind of hidden character has a mark with its number', () => {
  for (const [character, mark] of HIDDEN) assert.equal(visible(`a${character}b`), `a${mark}b`);
  assert.equal(visible('a\tb\nc\r\n'), 'a<U+0009>b<U+000A>c<U+000D><U+000A>');
});

test('texts of all scripts stay as they are', () => {
  for (const text of [
    '',
    'gpr-1 <b>',
    'Zürich',
    'café',
    'שלום',
    'العربية ١٢',
    '日本語　名',
    'हिन्दी',
    '🚀',
    '\u0600١',
    'a\u00a0b',
  ])
    assert.equal(visible(text), text);
});

/** One of the hidden characters, or any other. */
const character = fc.oneof(
  fc.constantFrom(...HIDDEN.map(([hidden]) => hidden), '\n', '\t', '\r'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
);
const text = fc.array(character, { maxLength: 20 }).map((characters) => characters.join(''));

/** By a different way than the function: the general categories one by one. */
function isHidden(shown: string): boolean {
  if (/[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u.test(shown)) return false;
  return [/\p{gc=Control}/u, /\p{gc=Format}/u, /\p{gc=Private_Use}/u, /\p{gc=Surrogate}/u, /\p{DI}/u].some(
    (kind) => kind.test(shown),
  );
}

property(
  'no shown text has a hidden character, and showing it again changes nothing',
  2_000,
  text,
  (sent) => {
    const shown = visible(sent);
    assert.ok(![...shown].some(isHidden), JSON.stringify(shown));
    assert.equal(visible(shown), shown);
  },
);

property(
  'without the marks, a shown text is the text without its hidden characters',
  2_000,
  text.filter((sent) => !sent.includes('U+')),
  (sent) => {
    const kept = [...sent].filter((one) => visible(one) === one).join('');
    assert.equal(visible(sent).replace(/<U\+[0-9A-F]{4,6}>/g, ''), kept);
  },
);

test('lines keep tabs and line breaks, but not a return without a line feed', () => {
  assert.equal(visibleLines('a\tb\r\nc\n\rd\u202e'), 'a\tb\r\nc\n<U+000D>d<U+202E>');
});

property('the marks of lines and of other texts are the same', 1_000, text, (sent) => {
  assert.equal(visible(visibleLines(sent)), visible(sent));
});

property('JSON keeps its value, without hidden characters', 1_000, fc.array(text), (values) => {
  const shown = visibleJson(JSON.stringify(values));
  assert.deepEqual(JSON.parse(shown), values);
  assert.equal(visible(shown), shown);
});

test('JSON has escapes of UTF-16 units', () => {
  assert.equal(visibleJson('{"a":"\u202e\u{e0041}"}\n'), '{"a":"\\u202e\\udb40\\udc41"}\n');
});
