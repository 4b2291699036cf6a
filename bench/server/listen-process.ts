// A process with many listeners to the stream of facts. Each listener must get every fact once and in order.

import { Agent, get, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Heard, Order } from './protocol.ts';

/** The id of an event is `<branch>-<seq>`. */
const eventId = /^id: \d+-(\d+)\ndata: /;

interface Stream {
  readonly response: IncomingMessage;
  rest: string;
  firstSeq: number;
  lastSeq: number;
  creations: number;
  /** Arrival time of each fact, from `firstSeq` on. */
  readonly atMs: number[];
}

const poster = new Agent({ keepAlive: true });
let opened: { readonly url: string; readonly token: string } = { url: '', token: '' };
let streams: Stream[] = [];
let firstAt: number | undefined;
let lastAt = 0;
let wrong: string | undefined;
/** GPR → number of the fact of its creation, as the first listener received it. */
const createdBy = new Map<string, number>();
/** GPR → time when its creation was acknowledged. */
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
      streams = await Promise.all(
        Array.from({ length: order.listeners }, (_, i) =>
          open(order.tokens[i % order.tokens.length], i === 0),
        ),
      );
      firstAt = undefined;
      break;
    case 'await':
      await new Promise<void>((resolve) => {
        awaited = { creations: order.creations, done: resolve };
        checkAwaited();
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

/** @param readsIds whether to record the creations of GPRs in `createdBy` */
function open(token: string, readsIds: boolean): Promise<Stream> {
  const { url } = opened;
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    get(`${url}/sim/facts/stream`, { agent: false, headers }, (response) => {
      const stream: Stream = { response, rest: '', firstSeq: 0, lastSeq: 0, creations: 0, atMs: [] };
      response.setEncoding('latin1');
      response.on('error', () => {});
      response.once('data', () => resolve(stream));
      response.on('data', (chunk: string) => take(stream, chunk, readsIds));
    }).once('error', reject);
  });
}

function take(stream: Stream, chunk: string, readsIds: boolean): void {
  const events = (stream.rest + chunk).split('\n\n');
  stream.rest = events.pop()!;
  lastAt = performance.now();
  for (const event of events) {
    if (event.startsWith(':')) continue;
    firstAt ??= lastAt;
    const seq = Number(eventId.exec(event)?.[1]);
    if (stream.lastSeq === 0) stream.firstSeq = seq;
    const expected = stream.lastSeq === 0 ? stream.firstSeq : stream.lastSeq + 1;
    // An event that is not a fact has the number NaN, which equals no other.
    if (seq !== expected) wrong ??= `after fact ${stream.lastSeq} came ${event.slice(0, 200)}`;
    stream.lastSeq = seq;
    stream.atMs.push(lastAt);
    if (!event.includes('"kind":"gpr.created"')) continue;
    stream.creations++;
    if (readsIds) createdBy.set(JSON.parse(event.slice(event.indexOf('\ndata: ') + 7)).gprId, seq);
  }
  checkAwaited();
}

function checkAwaited(): void {
  if (awaited === undefined) return;
  const { creations, done } = awaited;
  // After a lost fact, the creations would never be complete.
  if (wrong === undefined && streams.some((stream) => stream.creations < creations)) return;
  awaited = undefined;
  done();
}

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
