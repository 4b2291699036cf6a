// Plays fixtures/refusals: of each route, a valid body, and changes of it that are refused, each with the reason.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Role } from '../../../src/driver/world.ts';
import { type Answer, Client, detailedError } from '../client.ts';

interface Refusal {
  /** The caller, such as `Editor of red`; by default Owner. */
  readonly as?: string;
  /** Members of the valid body that are set and left out, or a whole body. */
  readonly with?: object;
  readonly without?: readonly string[];
  readonly body?: unknown;
  readonly status: number;
  /** The messages of the answer by their fields. */
  readonly fields?: Readonly<Record<string, string>>;
  /** That of an answer without fields. */
  readonly message?: string;
}

type Routes = Readonly<Record<string, { readonly body?: object; readonly refused: readonly Refusal[] }>>;

const folder = join(import.meta.dirname, '../../../fixtures/refusals');

for (const file of readdirSync(folder)) {
  test(`fixtures/refusals/${file}`, async () => {
    const client = new Client();
    const routes: Routes = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const owner = await client.as('Owner');
    const before = await owner.get('/sim/clock');
    for (const [route, { body: valid, refused }] of Object.entries(routes)) {
      const [method, path] = route.split(' ');
      for (const refusal of refused) {
        const [role, workspace] = (refusal.as ?? 'Owner').split(' of ');
        const caller = await client.as(role as Role, workspace);
        const answer = await caller.send(method, path, refusal.body ?? changed(valid!, refusal));
        assert.equal(answer.status, refusal.status, JSON.stringify(refusal));
        if (refusal.fields === undefined) assert.equal(answer.body.message, refusal.message);
        else assert.deepEqual(fieldsOf(answer), Object.entries(refusal.fields));
      }
    }
    assert.deepEqual(await owner.get('/sim/clock'), before);
  });
}

function changed(valid: object, { with: set, without = [] }: Refusal): object {
  const members = Object.entries({ ...valid, ...set });
  return Object.fromEntries(members.filter(([name]) => !without.includes(name)));
}

/** Pairs of a field and its message, in the order of the answer. */
function fieldsOf(answer: Answer): [string, string][] {
  const { Details } = detailedError(answer).DetailedError;
  return Details.map(({ field, message }: { field: string; message: string }) => [field, message]);
}
