// Checks and reads the HTML of a report.

import assert from 'node:assert/strict';
import { unpacked } from '../../src/report/script/unpack.ts';

const VOID = ['meta'];

/** Checks that every element ends, in order, and that the file requests nothing and has no event handlers in attributes. */
export function assertSound(html: string): void {
  assert.match(html, /^<!DOCTYPE html>\n<html lang="en">/);
  assert.doesNotMatch(html, /https?:|\burl\(|@import|\ssrc=|\shref=(?!"#)/);
  const bare = html
    .replace(/<!DOCTYPE html>/, '')
    .replace(/<style>[^<]*<\/style>/, '')
    .replace(/<script>\(\(\)=>\{[\s\S]*<\/script>/, '');
  const open: string[] = [];
  let end = 0;
  for (const match of bare.matchAll(/<(\/?)([a-zA-Z0-9]+)((?: [a-zA-Z-]+="[^"<>]*")*)(\/?)>/g)) {
    const [tag, isEnd, name, attributes, isEmpty] = match;
    assertText(bare.slice(end, match.index));
    end = match.index + tag.length;
    assert.doesNotMatch(attributes, / on\w+=| style=/, tag);
    if (isEnd !== '') assert.equal(open.pop(), name, tag);
    else if (isEmpty === '') open.push(name);
    else assert.ok(VOID.includes(name) || open.includes('svg'), tag);
  }
  assertText(bare.slice(end));
  assert.deepEqual(open, []);
}

/** Between two tags, `<` and `&` must be escaped. */
function assertText(text: string): void {
  assert.doesNotMatch(text, /[<>]|&(?!(?:amp|lt|gt|quot|#39);)/);
}

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The CSV texts of a section, in order. */
export function csvIn(html: string, section: string): string[] {
  const from = html.indexOf(`<section id="${section}">`);
  assert.ok(from >= 0, section);
  const text = html.slice(from, html.indexOf('</section>', from));
  const plain = (content: string) => content.replace(/&([a-z0-9#]+);/g, (_, name) => SIGNS[name]);
  const [, texts = '[]'] = /<pre class="texts packed">([^<]*)<\/pre>/.exec(text) ?? [];
  return [...text.matchAll(/<pre class="csv( packed)?">([^<]*)<\/pre>/g)].map(([, isPacked, csv]) =>
    isPacked === undefined ? plain(csv) : unpacked(JSON.parse(plain(csv)), JSON.parse(plain(texts))),
  );
}
