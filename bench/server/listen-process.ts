// The process of those who listen: many readers of the stream of facts, each of whom must have every fact once and in order.

import { Agent, get, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Heard, Order } from './protocol.ts';

/** An event names the fact in its id, `<branch>-<seq>`. */
const eventId = /^id: \d+-(\d+)\ndata: /;

interface Stream {
  readonly response: IncomingMessage;
  rest: string;
  firstSeq: number;
  lastSeq: number;
  /** How many of the facts are creations of GPRs. */
  creations: number;
  /** When each fact came, from the first on. */
  readonly atMs: number[];
}

const poster = new Agent({ keepAlive: true });
let opened: { readonly url: string; readonly token: string } = { url: '', token: '' };
let streams: Stream[] = [];
let firstAt: number | undefined;
let lastAt = 0;
let wrong: string | undefined;
/** GPR to the fact of its creation, as the first stream told it. */
const createdBy = new Map<string, number>();
/** GPR to when its creation was acknowledged. */
const acknowledgedAt = new Map<string, number>();
let awaited: { readonly creations: number; readonly done: () => void } | undefined;

process.on('message', (order: Order) => {
  follow(order).then((heard) => process.send!(heard));
});
process.once('disconnect', () => process.exit());

async function follow(order: Order): Promise<Heard> {
  switch (order.kind) {
    case 'open':
      opened = order;
      wrong = undefined;
      createdBy.clear();
      acknowledgedAt.clear();
      streams = await Promise.all(Array.from({ length: order.listeners }, (_, i) => open(i === 0)));
      firstAt = undefined;
      break;
    case 'await':
      await new Promise<void>((resolve) => {
        awaited = { creations: order.creations, done: resolve };
        lookWhetherAllHave();
      });
      break;
    case 'create':
      for (const body of order.bodies) {
        acknowledgedAt.set(await create(body), performance.now());
        await sleep(order.gapMs);
      }
      break;
    case 'close':
      for (const { response } of streams) response.destroy();
      streams = [];
  }
  return heard();
}

function heard(): Heard {
  return {
    events: streams.reduce((sum, { atMs }) => sum + atMs.length, 0),
    elapsedMs: lastAt - (firstAt ?? lastAt),
    delaysMs: delays(),
    ...(wrong !== undefined && { wrong }),
  };
}

function delays(): number[] {
  return [...acknowledgedAt].flatMap(([gprId, at]) => {
    const seq = createdBy.get(gprId);
    if (seq === undefined) return [];
    return streams.flatMap(({ firstSeq, lastSeq, atMs }) =>
      lastSeq < seq ? [] : [atMs[seq - firstSeq] - at],
    );
  });
}

/** A stream that begins now. @param tellsIds whether what it says of GPRs is looked at */
function open(tellsIds: boolean): Promise<Stream> {
  const { url, token } = opened;
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    get(`${url}/sim/facts/stream`, { agent: false, headers }, (response) => {
      const stream: Stream = { response, rest: '', firstSeq: 0, lastSeq: 0, creations: 0, atMs: [] };
      response.setEncoding('latin1');
      response.on('error', () => {});
      response.once('data', () => resolve(stream));
      response.on('data', (chunk: string) => take(stream, chunk, tellsIds));
    }).once('error', reject);
  });
}

function take(stream: Stream, chunk: string, tellsIds: boolean): void {
  const events = (stream.rest + chunk).split('\n\n');
  stream.rest = events.pop()!;
  lastAt = performance.now();
  for (const event of events) {
    // A comment tells that the stream has begun.
    if (event.startsWith(':')) continue;
    firstAt ??= lastAt;
    const seq = Number(eventId.exec(event)?.[1]);
    if (stream.lastSeq === 0) stream.firstSeq = seq;
    const expected = stream.lastSeq === 0 ? stream.firstSeq : stream.lastSeq + 1;
    // What is no fact has no number, and is unlike any.
    if (seq !== expected) wrong ??= `after fact ${stream.lastSeq} came ${event.slice(0, 200)}`;
    stream.lastSeq = seq;
    stream.atMs.push(lastAt);
    if (!event.includes('"kind":"gpr.created"')) continue;
    stream.creations++;
    if (tellsIds) createdBy.set(JSON.parse(event.slice(event.indexOf('\ndata: ') + 7)).gprId, seq);
  }
  lookWhetherAllHave();
}

function lookWhetherAllHave(): void {
  if (awaited === undefined) return;
  const { creations, done } = awaited;
  // What was lost will not come.
  if (wrong === undefined && streams.some((stream) => stream.creations < creations)) return;
  awaited = undefined;
  done();
}

/** Creates a GPR; its id as soon as that is acknowledged. */
function create(body: string): Promise<string> {
  const { url, token } = opened;
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-length': Buffer.byteLength(body) };
    const post = request(`${url}/api/v1/gpr`, { method: 'POST', agent: poster, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (text += chunk));
      response.once('end', () => {
        if (response.statusCode === 200) resolve(JSON.parse(text).data.gprId);
        else reject(new Error(`POST /api/v1/gpr answered ${response.statusCode}`));
      });
    });
    post.once('error', reject);
    post.end(body);
  });
}
