// Invariants of every answer.

import assert from 'node:assert/strict';
import { simFaultHeader } from '../../src/api/frame/answers/envelope.ts';
import { faultAnswer, type HttpFault, keepsAnswer } from '../../src/api/frame/operation/http-fault.ts';
import type { ApiKey } from '../../src/driver/world.ts';
import { assertAnswerDescribed, assertDescribed } from '../http/documents/described.ts';
import { asLookedAt, type Entrance, entranceAt } from './interface.ts';
import type { Outgoing, Reply, Server } from './server.ts';

/** The contract's own 500s: actions that the state of a GPR or a placement forbids. */
const own500 = /^Cannot (delete|update( early release of)?) (GPR|workload placement) in [A-Za-z]+ state$/;
/** Paths of answers without an envelope. */
const bare = /^\/(healthz|metrics|openapi\.json|sim\/openapi\.json|docs(\/.*)?)$/;

/** @returns the answer's JSON, undefined if it is not JSON */
export function checkReply(
  server: Server,
  entrances: readonly Entrance[],
  outgoing: Outgoing,
  reply: Reply,
): unknown {
  const { request, address, body } = outgoing;
  const { status, headers, text } = reply;
  assert.deepEqual(server.troubles, [], 'the server logged something');
  const contentType = headers.get('content-type');
  if (request.method === 'HEAD') {
    assert.equal(text, '');
    assert.notEqual(status, 500);
    return undefined;
  }
  const isJson = contentType === 'application/json';
  const json: unknown = isJson ? JSON.parse(text) : undefined;
  const path = pathOf(address);
  if (isJson && !(status === 200 && bare.test(path))) checkEnvelope(status, json);
  const isPage = isPageOfNothing(outgoing, reply);
  if (/^\/(api\/v1|sim)(\/|$)/.test(path) && !bare.test(path) && !isPage) {
    assert.match(headers.get('x-sim-time') ?? 'no time', /^\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  }
  if (status >= 400 && !isPage) assert.ok(isJson, `an error as ${contentType}`);
  if (status >= 500) assert.match((json as { message: string }).message, own500);
  checkSecrets(server, outgoing, reply);
  const { method } = request;
  const answer = { method, path: address, status, contentType, body: json ?? text };
  // Members that are missing in the body may be in the query.
  if (typeof body !== 'string' || address.includes('?')) assertAnswerDescribed(answer);
  else assertDescribed({ ...answer, sent: asLookedAt(entranceAt(entrances, method, path), jsonOf(body)) });
  return json;
}

/** Asserts that the answer of a call that met a fault equals the fault's answer, with the fault's headers. */
export async function checkFaulty(
  fault: HttpFault,
  { request: { method } }: Outgoing,
  reply: Reply,
): Promise<void> {
  assert.equal(reply.headers.get(simFaultHeader), fault.faultId);
  for (const [name, value] of Object.entries(fault.headers ?? {})) {
    assert.equal(reply.headers.get(name), value.trim());
  }
  if (keepsAnswer(fault)) {
    // A refusal keeps its own status.
    if (fault.status !== null && reply.status < 400) assert.equal(reply.status, fault.status);
    return;
  }
  if (fault.body === null) {
    assert.equal(reply.status, fault.status ?? 500);
    if (method !== 'HEAD') assert.equal(JSON.parse(reply.text).statusCode, reply.status);
    return;
  }
  const wanted = await faultAnswer({ ...fault, delayMs: 0 }, undefined, {}, '');
  assert.equal(reply.status, wanted.status);
  if (method !== 'HEAD') assert.equal(reply.text, await wanted.text());
}

/** A browser gets a page at an address that leads nowhere. */
function isPageOfNothing({ request, headers }: Outgoing, { status, headers: answered }: Reply): boolean {
  const isBrowser = request.method === 'GET' && headers.accept === 'text/html';
  return status === 404 && isBrowser && answered.get('content-type') === 'text/html; charset=utf-8';
}

function checkEnvelope(status: number, json: unknown): void {
  const envelope = json as Record<string, unknown>;
  const members = ['statusCode', 'status', 'message', 'data', ...(status === 200 ? [] : ['error'])];
  assert.deepEqual(Object.keys(envelope).sort(), members.sort());
  assert.equal(envelope.statusCode, status);
  if (status === 200) return;
  assert.equal(envelope.data, null);
  const { errorKey, message, data } = envelope.error as Record<string, unknown>;
  assert.equal(typeof errorKey, 'string');
  assert.equal(typeof message, 'string');
  assert.ok(data === null || typeof data === 'string');
}

/** Asserts that no answer contains the signing secret, and that only Owners see keys with more rights than their own. */
function checkSecrets(
  { driver }: Server,
  { caller, address, body = '', headers }: Outgoing,
  { bytes, text }: Reply,
): void {
  const secret = Buffer.from(driver.keys.secret);
  assert.ok(!Buffer.from(bytes).includes(secret), 'the secret is in the answer');
  for (const encoding of ['hex', 'base64', 'base64url'] as const) {
    assert.ok(!text.includes(secret.toString(encoding)), `the secret is in the answer, in ${encoding}`);
  }
  if (caller === undefined || caller.role === 'Owner') return;
  const sent = `${address} ${body} ${Object.values(headers).join(' ')}`;
  for (const key of driver.keys.list()) {
    if (mayKnow(caller, key) || sent.includes(key.apiKey)) continue;
    assert.ok(!text.includes(key.apiKey), `a ${caller.role} sees a key of ${key.role}`);
  }
}

function mayKnow(caller: ApiKey, key: ApiKey): boolean {
  const rank = { Viewer: 0, Editor: 1, Owner: 2 };
  return key.workspaceCreation === caller.workspaceCreation && rank[key.role] <= rank[caller.role];
}

/** Returns the path in the form that the router sees. */
function pathOf(address: string): string {
  const { pathname } = new URL(address);
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
