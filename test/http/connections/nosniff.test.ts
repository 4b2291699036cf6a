import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answersOf, Served } from './raw-connection.ts';

const head = 'Host: localhost\r\nConnection: close\r\n';

test('every answer forbids browsers to guess its content', async () => {
  const served = await Served.start({}, undefined, { corsOrigins: ['http://localhost:1'] });
  const { token } = await served.client.as('Owner');
  const preflight = 'Origin: http://localhost:1\r\nAccess-Control-Request-Method: GET\r\n';
  const requests: [request: string, status: number][] = [
    [`GET /healthz HTTP/1.1\r\n${head}\r\n`, 200],
    [`GET / HTTP/1.1\r\n${head}\r\n`, 200],
    [`GET /docs/page.js HTTP/1.1\r\n${head}\r\n`, 200],
    [`GET /openapi.json HTTP/1.1\r\n${head}\r\n`, 200],
    [`GET /docs/ HTTP/1.1\r\n${head}\r\n`, 302],
    [`GET /nothing HTTP/1.1\r\nAccept: text/html\r\n${head}\r\n`, 404],
    [`GET /api/v1/gpr/list HTTP/1.1\r\n${head}\r\n`, 401],
    [`GET /healthz HTTP/1.1\r\nConnection: close\r\nHost: example.com\r\n\r\n`, 403],
    [`GET /healthz HTTP/1.1\r\nExpect: 200-ok\r\n${head}\r\n`, 417],
    [`OPTIONS /healthz HTTP/1.1\r\n${preflight}${head}\r\n`, 204],
    [`GET /healthz HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    [`CONNECT example.com:1 HTTP/1.1\r\n${head}\r\n`, 501],
    ['nonsense\r\n\r\n', 400],
  ];
  for (const [request, status] of requests) {
    const [answer] = await served.answersTo(request);
    assert.equal(answer?.status, status, request.slice(0, 60));
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff', request.slice(0, 60));
  }
  const socket = await served.send(
    `GET /sim/facts/stream HTTP/1.1\r\nAuthorization: Bearer ${token}\r\n${head}\r\n`,
  );
  const chunk: Buffer = await new Promise((resolve) => socket.once('data', resolve));
  const [stream] = answersOf(chunk.subarray(0, chunk.indexOf('\r\n\r\n') + 4));
  assert.deepEqual([stream!.status, stream!.headers.get('x-content-type-options')], [200, 'nosniff']);
});
