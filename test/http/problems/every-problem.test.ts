// An answer lists all problems of a request at once, and the OpenAPI documents accept the requests that the server accepts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { routesOf } from '../../../src/api/frame/operation/operation.ts';
import { operations } from '../../../src/server/app.ts';
import { property } from '../../support/property.ts';
import { acceptsBody } from '../documents/described.ts';
import { type Members, problemsOf, validRequests } from './valid-requests.ts';

type Path = readonly string[];

/** Values that few members accept; undefined removes a member. */
const wrong = [undefined, null, '', 'a\u0000b', -1.5, 'no', { a: 1 }, [[[7]]], true];
const change = fc.record({ at: fc.nat(999), value: fc.constantFrom(...wrong) });
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function pathsIn(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    [name],
    ...pathsIn(inner).map((path) => [name, ...path]),
  ]);
}

function changed(within: unknown, [name, ...others]: Path, value: unknown): unknown {
  const inner = others.length === 0 ? value : changed((within as Members)[name!], others, value);
  if (Array.isArray(within)) return within.with(Number(name), inner);
  return { ...(within as Members), [name!]: inner };
}

/** Members that decide which others are mandatory, or replace them. */
const deciding = ['kind', 'workloadTemplateName', 'rawModelSpec', 'preferredClusters'];

/** The changes at places of which none is inside another. @param except members that do not change */
function apart(
  sent: Members,
  changes: readonly Change[],
  except: readonly string[] = [],
): { path: Path; value: unknown }[] {
  const paths = pathsIn(sent).filter(([name]) => !except.includes(name!));
  const kept: { path: Path; value: unknown }[] = [];
  const isInside = (inner: Path, outer: Path) => outer.every((name, i) => inner[i] === name);
  for (const { at, value } of changes) {
    const path = paths[at % paths.length];
    if (path === undefined) break;
    if (kept.every((one) => !isInside(one.path, path) && !isInside(path, one.path)))
      kept.push({ path, value });
  }
  return kept;
}

/** Problems that depend on other members, which JSON Schema cannot express. */
const inexpressible =
  /must name an entry of|one of preferredClusters|one of templates|must differ from|another spelling|must equal the name in the path|must name each cluster once|longer than zero|at most ten years|has \d+ further/;

const requests = fc.record({
  which: fc.nat(validRequests.length - 1),
  changes: fc.array(change, { minLength: 2, maxLength: 8 }),
});

test('each operation with mandatory members, or with a body that is not empty, has a valid request', () => {
  const covered = new Set(validRequests.map(({ operation }) => operation.operationId));
  const without = operations.filter(({ from, operationId }) => from !== 'path' && !covered.has(operationId));
  assert.deepEqual(
    without.map(({ operationId }) => operationId),
    ['resetWorld', 'bringNodeUp', 'removeNode', 'deleteFault'],
  );
});

property(
  'the answer to several mistakes names each member that one of them alone makes wrong',
  4000,
  requests,
  (drawn) => {
    const { which, changes } = drawn;
    const request = validRequests[which]!;
    const mistakes = apart(request.sent, changes, deciding).filter(({ path, value }) => {
      const alone = problemsOf(request, changed(request.sent, path, value) as Members);
      return alone.some(({ field, message }) => !inexpressible.test(message) && isAt(path, field));
    });
    const all = mistakes.reduce<unknown>((sent, { path, value }) => changed(sent, path, value), request.sent);
    const problems = problemsOf(request, all as Members);
    for (const { path } of mistakes) {
      const isNamed = problems.some(({ field }) => isAt(path, field));
      assert.ok(isNamed, `${request.operation.operationId}: ${path.join('.')}`);
    }
  },
);

/** Whether a field such as `steps[0].name` is at a path, or inside. */
function isAt(path: Path, field: string): boolean {
  return `${field.replace(/\[(\d+)\]/g, '.$1')}.`.startsWith(`${path.join('.')}.`);
}

const bodies = validRequests.filter(({ operation }) => operation.from === 'body');
const spelled = fc.record({
  which: fc.nat(bodies.length - 1),
  changes: fc.array(change, { maxLength: 2 }),
  /** Which members get another spelling, as bits. */
  spellings: fc.nat(255),
});

property(
  'the OpenAPI documents accept a body exactly if the server accepts its form',
  6000,
  spelled,
  (drawn) => {
    const { which, changes, spellings } = drawn;
    const request = bodies[which]!;
    const { operation } = request;
    const made = apart(request.sent, changes);
    const all = made.reduce<unknown>((sent, { path, value }) => changed(sent, path, value), request.sent);
    const sent = JSON.parse(JSON.stringify(respelled(all as Members, operation.spellings ?? {}, spellings)));
    const { method, path } = routesOf(operation)[0]!;
    const described = acceptsBody(method, path.replace(/\{\w+\}/g, 'some-name'), sent);
    if (described === undefined) return;
    const problems = problemsOf(request, sent);
    if (problems.some(({ message }) => inexpressible.test(message))) return;
    const problem = problems.map(({ message }) => message).join('; ');
    assert.equal(
      described,
      problems.length === 0,
      `${operation.operationId}: ${problem}: ${JSON.stringify(sent)}`,
    );
  },
);

/** The members, some of them in another spelling. */
function respelled(sent: Members, spellings: Readonly<Record<string, string>>, bits: number): Members {
  const others = Object.entries(spellings);
  return Object.fromEntries(
    Object.entries(sent).map(([name, value], i) => {
      const ways = [name, ...others.filter(([, main]) => main === name).map(([other]) => other)];
      const way = ways[(bits >> (i % 8)) % ways.length]!;
      return [way in sent ? name : way, value];
    }),
  );
}
