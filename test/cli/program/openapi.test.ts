import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gprsim, Server } from '../gprsim.ts';

test('openapi prints the documents of the server, and the bundle serves the reference page', async (t) => {
  const { announced } = await Server.start(t, ['quiet', '--db', ':memory:', '--paused']);
  for (const [flags, path] of [
    [[], '/openapi.json'],
    [['--sim'], '/sim/openapi.json'],
  ] as const) {
    const printed = gprsim(['openapi', ...flags]);
    assert.equal(printed.status, 0);
    const document = JSON.parse(printed.stdout);
    assert.equal(document.openapi, '3.1.0');
    assert.deepEqual(gprsim(['openapi', ...flags, '--json']).json, document);
    assert.deepEqual(await (await fetch(`${announced.url}${path}`)).json(), document);
  }
  const script = await fetch(`${announced.url}/docs/swagger-ui-bundle.js`);
  assert.equal(script.headers.get('content-encoding'), 'gzip');
  assert.match(await script.text(), /SwaggerUIBundle/);
});
