import assert from 'node:assert/strict';
import { test } from 'node:test';
import demo from '../../fixtures/scenarios/demo.json' with { type: 'json' };
import { COLORS, colorNumber, hueOf } from '../../src/looks/workspace-colors.ts';

/** Ranges of hues, in degrees. */
const HUES = { red: [340, 380], yellow: [45, 65], green: [90, 160], blue: [195, 250] } as const;

test('each workspace of demo has its own color, and a name with a color has this color', () => {
  const names = demo.workspaces.map(({ name }) => name);
  assert.equal(new Set(names.map(colorNumber)).size, names.length);
  for (const [word, [from, to]] of Object.entries(HUES)) {
    const hue = hueOf(COLORS[colorNumber(`team-${word}`)]);
    assert.ok(
      [hue, hue + 360].some((at) => at >= from && at <= to),
      `${word} has the hue ${hue}`,
    );
  }
});

test('a color depends on the name only, and a word within a word does not count', () => {
  assert.equal(colorNumber('Blue_Team'), colorNumber('blue'));
  assert.notEqual(colorNumber('shared'), colorNumber('red'));
});
