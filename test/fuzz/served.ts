// npm run fuzz [-- --requests N] [--seed N] [--connections N]: sends the random requests of fuzz.long.test.ts over real
// connections to a world that is served from a file. It reports unplanned 5xx answers, holds of the event loop, and memory.
// Exit code 1: an unplanned 5xx.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { simFaultHeader } from '../../src/api/frame/answers/envelope.ts';
import { documentOf } from '../../src/api/frame/openapi/document.ts';
import { operations } from '../../src/server/app.ts';
import { written } from './damage.ts';
import { type Document, entrancesOf } from './interface.ts';
import type { Request } from './request.ts';
import { sequences } from './sequence.ts';
import type { Order, Report } from './served-protocol.ts';
import { Known, Memory } from './words.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '20260105' },
    connections: { type: 'string', default: '8' },
  },
});
const requestsWanted = Number(values.requests);
const connectionCount = Number(values.connections);
const length = 100;
/** Clients disconnect after this time. */
const patienceMs = 2_000;
const delayMsMax = 20;
const slices = 20;
const hugeText = `{"a":"${'x'.repeat(1_100_000)}"}`;

interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly fault: string | undefined;
  readonly text: string;
}

const child = fork(join(import.meta.dirname, 'served-process.ts'), { execArgv: ['--expose-gc'] });
child.setMaxListeners(0);
const order = (one: Order) => child.send(one);
const agent = new Agent({ keepAlive: true, maxSockets: connectionCount });
const entrances = [documentOf('service', operations), documentOf('simulation', operations)].flatMap(
  (document) => entrancesOf(document as unknown as Document),
);
const arbitrary = sequences(entrances, length);

let memory = new Memory();
let owner: Report;
let tokens = new Map<string, string>();
let download = Buffer.from('nothing yet');
let sent = 0;
let unanswered = 0;
const byStatus = new Map<number, number>();
const planned = new Map<string, number>();
const unplanned: string[] = [];
let maxHoldMs = 0;
let longestBusyMs = 0;
let renewing: Promise<unknown> | undefined;
/** Characters that no client sends unencoded in a target: blanks and non-ASCII. */
const unsendable = /[^\x21-\xff]/;

async function main(): Promise<number> {
  const startedMs = performance.now();
  await renew();
  let seed = Number(values.seed);
  for (let slice = 1; slice <= slices; slice++) {
    const until = Math.round((requestsWanted * slice) / slices);
    const player = async () => {
      while (sent < until) await play(seed++);
    };
    await Promise.all(Array.from({ length: connectionCount }, player));
    const report = await renew();
    const {
      maxHoldMs: held,
      p99HoldMs,
      maxBusyMs,
      cpuSeconds,
      rssMb,
      heapMb,
      externalMb,
      troubles,
      holds,
    } = report;
    const perSecond = Math.round(sent / ((performance.now() - startedMs) / 1000));
    console.log(
      `${Math.round((100 * slice) / slices)} %: ${sent} requests, ${perSecond}/s, hold max ${held.toFixed(0)} ms p99 ${p99HoldMs.toFixed(0)} ms, in processor time ${maxBusyMs.toFixed(0)} ms, ` +
        `cpu ${cpuSeconds.toFixed(0)} s of ${((performance.now() - startedMs) / 1000).toFixed(0)} s, ` +
        `rss ${rssMb.toFixed(0)} MB, heap ${heapMb.toFixed(0)} MB, external ${externalMb.toFixed(0)} MB, unplanned 5xx ${unplanned.length}`,
    );
    for (const line of [...troubles, ...holds]) console.log(`  ${line}`);
  }
  order({ kind: 'end' });
  await once(child, 'exit');
  agent.destroy();
  console.log(
    `statuses: ${[...byStatus]
      .sort(([a], [b]) => a - b)
      .map((one) => one.join(': '))
      .join(', ')}`,
  );
  console.log(`not answered within ${patienceMs} ms, or disconnected: ${unanswered}`);
  for (const [what, count] of planned) console.log(`planned 5xx: ${count} ${what}`);
  for (const line of unplanned.slice(0, 50)) console.log(`unplanned 5xx: ${line}`);
  console.log(
    `longest hold of the event loop: ${maxHoldMs.toFixed(0)} ms, in processor time ${longestBusyMs.toFixed(0)} ms`,
  );
  return unplanned.length === 0 ? 0 : 1;
}

/** Makes the server replace all keys by a new Owner key, and returns its report. */
async function renew(): Promise<Report> {
  order({ kind: 'renew' });
  const [report] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [Report];
  if (report?.url === undefined) throw new Error(`the served process ended with ${report}`);
  owner = report;
  tokens = new Map();
  maxHoldMs = Math.max(maxHoldMs, report.maxHoldMs);
  longestBusyMs = Math.max(longestBusyMs, report.maxBusyMs);
  memory = new Memory();
  await call('DELETE', '/sim/faults');
  return report;
}

async function play(seed: number): Promise<void> {
  const [sequence] = fc.sample(fc.noBias(arbitrary), { seed, numRuns: 1 });
  for (const step of sequence!.steps) {
    if (step.kind === 'ask') await Promise.all(step.requests.map(ask));
  }
  // Faults survive a reset. Remove them, so that they do not answer more and more requests.
  await call('DELETE', '/sim/faults');
}

async function ask(request: Request): Promise<void> {
  sent++;
  const token = await tokenOf(request);
  const address = addressOf(request);
  const reply = await send(request.method, address, bodyOf(request), {
    ...request.headers,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  });
  if (reply === undefined) {
    unanswered++;
    return;
  }
  byStatus.set(reply.status, (byStatus.get(reply.status) ?? 0) + 1);
  if (reply.status >= 500) judge(request, address, reply);
  else if (reply.status === 200 && reply.fault === undefined) learn(request, reply);
}

function judge({ method }: Request, address: string, { status, fault, text }: Reply): void {
  if (fault !== undefined) return;
  const message = /"message":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  const isPlanned =
    message !== undefined && !/unexpected failure|could not be stored/.test(text) && status !== 501;
  if (isPlanned) {
    const what = `${status} ${message.replace(/"[^"]*"|\d+/g, '…').slice(0, 80)}`;
    planned.set(what, (planned.get(what) ?? 0) + 1);
  } else {
    unplanned.push(`${method} ${address.slice(0, 200)}: ${status} ${text.slice(0, 400)}`);
  }
}

function learn({ method, entrance }: Request, { contentType, text }: Reply): void {
  if (method === 'HEAD' || contentType !== 'application/json' || text.length > 200_000) return;
  if (entrance.operation.endsWith('OpenApi')) return;
  try {
    memory.learn(JSON.parse(text));
  } catch {
    unplanned.push(`${method}: no JSON: ${text.slice(0, 200)}`);
  }
}

async function tokenOf({ actor }: Request): Promise<string | undefined> {
  switch (actor.kind) {
    case 'anonymous':
      return undefined;
    case 'garbage':
    case 'expired':
    case 'deleted':
      return 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.';
    case 'found':
      return known(actor.token) as string;
    case 'owner':
      return ownerToken();
    case 'editor':
    case 'viewer': {
      const role = actor.kind === 'editor' ? 'Editor' : 'Viewer';
      const workspaceName = known(actor.workspace) as string;
      const name = `${role} ${workspaceName}`;
      const kept = tokens.get(name);
      if (kept !== undefined) return kept;
      const made = await call('POST', '/api/v1/api-key', {
        name,
        userName: 'fuzz',
        description: '',
        role,
        workspaceName,
        validity: '2099-12-31',
      });
      const token = made === undefined ? undefined : await signedIn(made.apiKey);
      if (token !== undefined) tokens.set(name, token);
      return token;
    }
  }
}

async function ownerToken(): Promise<string> {
  const kept = tokens.get('owner');
  if (kept !== undefined) return kept;
  const token = (await signedIn(owner.apiKey)) ?? '';
  if (token !== '') tokens.set('owner', token);
  return token;
}

async function signedIn(apiKey: string): Promise<string | undefined> {
  const reply = await send('POST', '/api/v1/auth', JSON.stringify({ apiKey }), {});
  return reply?.status === 200 && reply.fault === undefined ? JSON.parse(reply.text).data?.token : undefined;
}

/** Sends a request as Owner and returns the data of a successful answer. */
async function call(method: string, path: string, body?: object) {
  const token = await ownerToken();
  const text = body && JSON.stringify(body);
  const reply = await send(method, path, text, { authorization: `Bearer ${token}` });
  // A random request may have removed the Owner key.
  if (reply?.status === 401 && reply.fault === undefined) await renewKey();
  return reply?.status === 200 && reply.fault === undefined ? JSON.parse(reply.text).data : undefined;
}

async function renewKey(): Promise<void> {
  renewing ??= (async () => {
    order({ kind: 'renew' });
    const [report] = (await once(child, 'message')) as [Report];
    for (const line of [...report.troubles, ...report.holds]) console.log(`  ${line}`);
    maxHoldMs = Math.max(maxHoldMs, report.maxHoldMs);
    longestBusyMs = Math.max(longestBusyMs, report.maxBusyMs);
    owner = report;
    tokens = new Map();
  })();
  await renewing;
  renewing = undefined;
}

function known(value: unknown): unknown {
  if (value instanceof Known) return memory.word(value);
  if (Array.isArray(value)) return value.map(known);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, known(inner)]));
}

const encoded = (value: unknown) =>
  encodeURIComponent((typeof value === 'object' ? written(value) : String(value)).toWellFormed());

function addressOf({ path, query }: Request): string {
  const pieces = path.map((piece) => (typeof piece === 'string' ? piece : encoded(known(piece.segment))));
  const address = pieces.join('');
  if (query.length === 0) return address;
  const sentQuery = query.map(([name, value]) => `${encoded(name)}=${encoded(known(value))}`).join('&');
  return `${address}${address.includes('?') ? '&' : '?'}${sentQuery}`;
}

function bodyOf({ body, entrance }: Request): string | Buffer | undefined {
  switch (body.kind) {
    case 'none':
      return undefined;
    case 'text':
      return body.text;
    case 'huge':
      return hugeText;
    case 'upload': {
      const bytes = Buffer.from(download);
      const place = Math.floor(body.at * bytes.length);
      if (body.damage === 'cut') return bytes.subarray(0, place);
      if (body.damage === 'flip') bytes[place]! ^= 0x55;
      return bytes;
    }
    case 'json': {
      const value = known(body.value) as { delayMs?: unknown } | null;
      // Long delays would only cost time.
      if (entrance.operation === 'createFault' && typeof value?.delayMs === 'number') {
        value.delayMs = Math.min(value.delayMs, delayMsMax);
      }
      return written(value);
    }
  }
}

/** Returns undefined if no answer came in time or the request cannot be sent. */
function send(
  method: string,
  address: string,
  body: string | Buffer | undefined,
  headers: Readonly<Record<string, string>>,
): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    const target = unsendable.test(address) ? encodeURI(address) : address;
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sending = httpRequest(`${owner.url}/`, {
      method,
      path: target,
      agent,
      headers: { ...length, ...headers, ...(Number(headers['content-length']) > 0 && length) },
      timeout: patienceMs,
      signal: AbortSignal.timeout(patienceMs),
    });
    const end = (reply?: Reply) => resolve(reply);
    sending.on('error', () => end());
    sending.on('response', (response) => {
      const chunks: Buffer[] = [];
      const contentType = response.headers['content-type'] ?? '';
      const fault = response.headers[simFaultHeader.toLowerCase()] as string | undefined;
      const finish = () => {
        const bytes = Buffer.concat(chunks);
        if (contentType.startsWith('application/vnd.sqlite3')) download = bytes;
        end({ status: response.statusCode!, contentType, fault, text: bytes.toString() });
      };
      response.on('data', (chunk) => {
        chunks.push(chunk);
        if (!contentType.startsWith('text/event-stream')) return;
        finish();
        response.destroy();
      });
      response.on('end', finish);
      response.on('error', () => end());
      response.on('close', () => end());
    });
    sending.end(body);
  });
}

process.exitCode = await main();
