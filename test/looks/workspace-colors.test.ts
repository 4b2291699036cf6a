import assert from 'node:assert/strict';
import { test } from 'node:test';
import demo from '../../fixtures/scenarios/demo.json' with { type: 'json' };
import { COLORS, colorNumber, colorNumbers } from '../../src/looks/workspace-colors.ts';

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

test('up to 24 workspaces have different colors, and those of more names begin alike', () => {
  const names = Array.from({ length: 40 }, (_, i) => `user-${i}`);
  const numbers = colorNumbers([...names.slice(0, 23), 'team-blue']);
  assert.equal(new Set(numbers.values()).size, COLORS.length);
  assert.equal(numbers.get('team-blue'), colorNumber('blue'));
  assert.equal(numbers.get(names[0]!), colorNumber(names[0]!));
  const more = colorNumbers(names);
  assert.equal(new Set(names.slice(0, 24).map((name) => more.get(name))).size, 24);
  assert.equal(more.get(names[39]!), colorNumber(names[39]!));
});

/** The hue of a color, 0 … 360 degrees. @param color six hex digits after a # */
function hueOf(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  const turn =
    most === red
      ? (green - blue) / range
      : most === green
        ? 2 + (blue - red) / range
        : 4 + (red - green) / range;
  return (60 * turn + 360) % 360;
}
