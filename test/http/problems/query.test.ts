// Parsing of queries. The error for an unknown GPR shows its id as the server read it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '../client.ts';

const path = '/api/v1/gpr/gpr';

test('escapes in a query are decoded, and repeated parameters with one value count once', async () => {
  const owner = await new Client().as('Owner');
  const cases: [query: string, read: string][] = [
    ['gprId=gpr-1', 'gpr-1'],
    ['gprId=one&gprId=one', 'one'],
    ['gprId=one&gprID=one', 'one'],
    ['gprID=two', 'two'],
    ['other=1&gprId=one', 'one'],
    ['&&=x&gprId=one&', 'one'],
    ['gprId=a=b', 'a=b'],
    ['gprId=a?b', 'a?b'],
    ['gprId=a+b%2Bc', 'a b+c'],
    ['gprId=%C3%A4%20%26', 'ä &'],
    ['gpr%49d=one', 'one'],
    ['gprId=%zz%41', '%zzA'],
    ['gprId=%ff%41', '%ff%41'],
    ['gprId=%', '%'],
    ['__proto__=x&constructor=x&gprId=one', 'one'],
    ['gprId=one#gprId=two', 'one'],
  ];
  for (const [query, read] of cases) {
    const { status, body } = await owner.send('GET', `${path}?${query}`);
    assert.equal(status, 404, query);
    const { error } = JSON.parse(body.error.data);
    assert.equal(
      error.DetailedError.Errormessage,
      `gpuprovisioningrequests.gpr.kubeslice.io "${read}" not found`,
    );
  }
});

test('a query with a missing or empty parameter is refused', async () => {
  const owner = await new Client().as('Owner');
  for (const query of ['', '?', '?gprId', '?gprId=', '?=gpr-1', '?gprid=gpr-1', '?gprId&gprId=one']) {
    assert.equal((await owner.send('GET', `${path}${query}`)).status, 422, query);
  }
});

test('a parameter with two values is refused, with all other problems', async () => {
  const owner = await new Client().as('Owner');
  const one = await owner.send('GET', `${path}?gprId=a&gprId=a&gprId=b`);
  assert.deepEqual(
    [one.status, one.body.message],
    [422, '"gprId" must have one value, but is sent with "a" and "b"'],
  );
  const two = await owner.send('GET', '/sim/facts?after=1&after=2&limit=x');
  const { Details } = JSON.parse(two.body.error.data).error.DetailedError;
  assert.deepEqual(
    Details.map(({ field }: { field: string }) => field),
    ['after', 'limit'],
  );
});

test('the error for an unknown parameter names it', async () => {
  const owner = await new Client().as('Owner');
  for (const name of ['limits', '__proto__', 'constructor', 'toString']) {
    const { status, body } = await owner.send('GET', `/sim/facts?${name}=1`);
    assert.equal(status, 422, name);
    assert.ok(body.error.data.includes(name), JSON.stringify(body));
  }
});
