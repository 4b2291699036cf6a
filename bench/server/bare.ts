// The bare server: the minimum for reads and mutations, directly on node:http. It exchanges API keys for tokens, checks
// tokens and roles, finds records, and answers with the same bytes as the server. It commits each mutation as one row of a
// journal before it answers.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Database from 'better-sqlite3';
import type { BareSetup } from './protocol.ts';

interface Holder {
  readonly id: string;
  readonly apiKey: string;
  readonly role: 'Owner' | 'Editor' | 'Viewer';
  readonly workspaceName: string;
  readonly tokenTtlSeconds: number;
}

interface Verified {
  readonly keyId: string;
  readonly expiresAtMs: number;
}

interface Created {
  readonly gprName: string;
  readonly sliceName: string;
  readonly clusterName: string;
  readonly priority: number;
}

class Refusal extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

const secret = randomBytes(32);
const keysById = new Map<string, Holder>();
const keysByValue = new Map<string, Holder>();
const verifiedTokens = new Map<string, Verified>();
const gprs = new Map<string, object>();
const gprsOf = new Map<string, object[]>();
const listeners = new Set<ServerResponse>();

const mayCall: Readonly<Record<string, readonly Holder['role'][]>> = {
  GET: ['Owner', 'Editor', 'Viewer'],
  POST: ['Owner', 'Editor'],
  PUT: ['Owner', 'Editor'],
  DELETE: ['Owner', 'Editor'],
};

process.once('message', (setup: BareSetup) => {
  const holder: Holder = {
    id: 'key-1',
    apiKey: setup.apiKey,
    role: 'Owner',
    workspaceName: '',
    tokenTtlSeconds: 900,
  };
  keysById.set(holder.id, holder);
  keysByValue.set(holder.apiKey, holder);
  for (const gpr of setup.gprs) {
    gprs.set(gpr.gprId, gpr);
    const known = gprsOf.get(gpr.sliceName);
    if (known === undefined) gprsOf.set(gpr.sliceName, [gpr]);
    else known.push(gpr);
  }
  serve(setup);
});
process.once('disconnect', () => process.exit());

function serve(setup: BareSetup): void {
  const append = journalOf(setup);
  const server = createServer((request, response) => {
    if (request.url === '/sim/facts/stream') {
      answering(response, () => callerOf(request), listen);
      return;
    }
    if (request.method === 'GET') {
      answering(response, () => read(request, setup));
      return;
    }
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => answering(response, () => mutate(request, text, append)));
  });
  server.listen(0, '127.0.0.1', () => {
    process.send!({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
}

function journalOf({ db, durable }: BareSetup): (command: string) => number {
  const file = new Database(db);
  file.pragma('locking_mode = EXCLUSIVE');
  file.pragma('journal_mode = WAL');
  file.pragma(`synchronous = ${durable ? 'FULL' : 'NORMAL'}`);
  file.exec('CREATE TABLE journal (seq INTEGER PRIMARY KEY, at_ms INTEGER, command TEXT)');
  const insert = file.prepare('INSERT INTO journal (at_ms, command) VALUES (?, ?)');
  return (command) => Number(insert.run(Date.now(), command).lastInsertRowid);
}

function read(request: IncomingMessage, { lists }: BareSetup): unknown {
  const { path, query } = addressOf(request);
  const caller = callerOf(request);
  switch (path) {
    case '/api/v1/gpr/gpr':
      return found(gprs.get(query.get('gprId') ?? ''));
    case '/api/v1/gpr/list': {
      const workspace = query.get('sliceName') ?? '';
      if (caller.role !== 'Owner' && caller.workspaceName !== workspace)
        throw new Refusal(403, 'the list is of another workspace');
      return { items: found(gprsOf.get(workspace)) };
    }
    default:
      return found(lists[path]);
  }
}

function mutate(request: IncomingMessage, text: string, append: (command: string) => number): unknown {
  const { path } = addressOf(request);
  if (path === '/api/v1/auth') return { token: issue(JSON.parse(text).apiKey) };
  if (path !== '/api/v1/gpr') throw new Refusal(404, `unknown path ${path}`);
  callerOf(request);
  const sent = JSON.parse(text);
  const seq = append(JSON.stringify({ kind: request.method, ...sent }));
  if (request.method !== 'POST') return {};
  const digits = seq.toString(16).padStart(12, '0');
  const gprId = `gpr-${digits.slice(0, 8)}-${digits.slice(8)}`;
  notifyListeners(seq, gprId, sent);
  return { gprId };
}

function listen(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
  response.write(': facts\n\n');
  listeners.add(response);
  response.once('close', () => listeners.delete(response));
}

function notifyListeners(
  seq: number,
  gprId: string,
  { sliceName, gprName, clusterName, priority }: Created,
): void {
  if (listeners.size === 0) return;
  const at = new Date().toISOString();
  const fact = { seq, at, kind: 'gpr.created', gprId, gprName, sliceName, clusterName, priority };
  const event = `id: 1-${seq}\ndata: ${JSON.stringify(fact)}\n\n`;
  for (const listener of listeners) listener.write(event);
}

function answering<T>(
  response: ServerResponse,
  work: () => T,
  answer: (response: ServerResponse, data: T) => void = (_, data) =>
    send(response, 200, { statusCode: 200, status: 'OK', message: 'Success', data }),
): void {
  try {
    answer(response, work());
  } catch (error) {
    const { statusCode = 500, message } = error as Partial<Refusal>;
    send(response, statusCode, { statusCode, status: 'ERROR', message, data: null });
  }
}

function send(response: ServerResponse, statusCode: number, envelope: object): void {
  const body = JSON.stringify(envelope);
  response.writeHead(statusCode, {
    'Content-Type': 'application/json',
    'X-Content-Type-Options': 'nosniff',
    'X-Sim-Time': new Date().toISOString(),
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

function addressOf({ url }: IncomingMessage): { path: string; query: URLSearchParams } {
  const mark = url!.indexOf('?');
  if (mark === -1) return { path: url!, query: new URLSearchParams() };
  return { path: url!.slice(0, mark), query: new URLSearchParams(url!.slice(mark + 1)) };
}

function found<T>(record: T | undefined): T {
  if (record === undefined) throw new Refusal(404, 'not found');
  return record;
}

/** Returns the holder of the token; throws if the token is invalid or the role does not allow the method. */
function callerOf({ headers, method }: IncomingMessage): Holder {
  const token = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  if (token === undefined) throw new Refusal(401, 'no token');
  const known = verifiedTokens.get(token) ?? verify(token);
  const holder = Date.now() < known.expiresAtMs ? keysById.get(known.keyId) : undefined;
  if (holder === undefined) throw new Refusal(401, 'the token is expired or its key is deleted');
  if (!mayCall[method!]?.includes(holder.role)) throw new Refusal(403, 'the role does not allow it');
  return holder;
}

function issue(apiKey: string): string {
  const key = keysByValue.get(apiKey);
  if (key === undefined) throw new Refusal(401, 'unknown key');
  const iat = Math.floor(Date.now() / 1000);
  const exp = iat + key.tokenTtlSeconds;
  const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ sub: key.id, aud: 'bare', iat, exp })}`;
  const token = `${signed}.${signatureOf(signed).toString('base64url')}`;
  if (verifiedTokens.size >= 10_000) verifiedTokens.delete(verifiedTokens.keys().next().value!);
  verifiedTokens.set(token, { keyId: key.id, expiresAtMs: exp * 1000 });
  return token;
}

function verify(token: string): Verified {
  const [header, payload, signature] = token.split('.');
  const given = Buffer.from(signature ?? '', 'base64url');
  const right = signatureOf(`${header}.${payload}`);
  if (given.length !== right.length || !timingSafeEqual(given, right))
    throw new Refusal(401, 'the token has a wrong signature');
  const { sub, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const known = { keyId: sub, expiresAtMs: exp * 1000 };
  verifiedTokens.set(token, known);
  return known;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function signatureOf(text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}
