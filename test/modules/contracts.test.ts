// What a module may export, and how a wrong one is refused.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addModule } from '../../src/modules/add-module.ts';
import type { ModuleKind } from '../../src/modules/given.ts';
import { WrongModule } from '../../src/modules/module-text.ts';
import { moduleOf } from './module.ts';

/** Why a module is refused. */
async function whyWrong(text: string, kind: ModuleKind): Promise<string> {
  const error: unknown = await addModule(moduleOf(text), kind).then(
    () => assert.fail('the module is accepted'),
    (error: unknown) => error,
  );
  assert.ok(error instanceof WrongModule, String(error));
  return error.message;
}

const score = 'score: () => 0';

describe('a wrong order is refused with all that is wrong', () => {
  const cases: readonly (readonly [text: string, why: RegExp])[] = [
    ['export const order = 1;', /^\.\/mine\.mjs has no default export; write "export default"/],
    [
      'export default 3;',
      /^\.\/mine\.mjs must have an order as default export, an object with name, changes, score, but has 3$/,
    ],
    ['export default [];', /but has a list$/],
    [`export default { name: 'a', changes: true, ${score}, then() {} };`, /is not an order: then: unknown/],
    ['export default null;', /but has null$/],
    ['export default () => 0;', /but has a function$/],
    [
      "export default { changes: 'no', score: 5n, scroe: 1 };",
      /^\.\/mine\.mjs is not an order: name is missing; it must be .*; changes must be true or false, but is "no"; score must be a function, but is 5n; scroe: unknown; the members of an order are name, summary, changes, score$/,
    ],
    [`export default { name: 'a b', changes: true, ${score} };`, /name must be .*, but is "a b"$/],
    [
      `export default { name: '${'a'.repeat(41)}', changes: true, ${score} };`,
      /name must be a text of 1 to 40/,
    ],
    [
      `export default { name: 'a', summary: 1, changes: true, ${score} };`,
      /summary must be a text, but is 1$/,
    ],
    ["import './other.mjs'; export default {};", /imports "\.\/other\.mjs", but a module is one file/],
    ["import 'lodash'; export default {};", /imports "lodash", but a module is one file/],
    ["import 'node:fs'; export default {};", /^\.\/mine\.mjs imports "node:fs", but a module is one file/],
    ["await import('/etc/mine.mjs');", /^\.\/mine\.mjs imports "\/etc\/mine\.mjs", but a module is one file/],
    ["export * from 'file:///mine.mjs';", /imports "file:\/\/\/mine\.mjs", but a module is one file/],
    ["import 'data:text/javascript,1';", /imports "data:text\/javascript,1", but a module is one file/],
    [
      'export const a = 1;\nexport default { name: };',
      /^\.\/mine\.mjs is not JavaScript: Unexpected token '}', line 2, column 24$/,
    ],
    [
      'let x = await 1;\nexport default { x y };',
      /^\.\/mine\.mjs is not JavaScript: Unexpected identifier 'y'$/,
    ],
    ['export default {\n  score(gpr: WaitingGpr) {} };', /Unexpected token ':', line 2, column 12$/],
    [
      'module.exports = {};',
      /^\.\/mine\.mjs, line 1, uses module, .*; write "export default" before its object$/,
    ],
    ["const fs = require('fs');", /^\.\/mine\.mjs, line 1, uses require, but a module is one file;/],
    ["\n\nthrow new Error('at load\\nmore');", /^\.\/mine\.mjs, line 3, fails when it is loaded: at load$/],
    ['throw undefined;', /^\.\/mine\.mjs fails when it is loaded: undefined$/],
  ];
  for (const [text, why] of cases) {
    test(text.slice(0, 60), async () => assert.match(await whyWrong(text, 'order'), why));
  }
});

test('an order is no placement, and a placement is no order', async () => {
  const order = `export default { name: 'a', changes: false, ${score} };`;
  assert.match(await whyWrong(order, 'placement'), /is not a placement: changes: unknown; the members of/);
  const placement = "export default { name: 'a', choose() {} };";
  assert.match(await whyWrong(placement, 'order'), /is not an order: changes is missing; .*choose: unknown/);
  assert.match(await whyWrong("export default { name: 'a' };", 'any'), /choose or score is missing$/);
});
