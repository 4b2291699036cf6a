// The question of a what-if: its changes, as `POST /sim/what-if` takes them. The address of the page has it.

import { policyName } from '../../looks/policy-names.ts';
import { durationMs } from '../../wire/time/duration-ms.ts';
import { decoded } from '../address/decoded.ts';
import { durationOf } from '../text/spans.ts';
import { shownAs, typedInstant } from '../text/typed-instant.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a scheduler has, each with its name. */
export const POLICIES = {
  queue: 'queue policy',
  placement: 'placement policy',
  order: 'order of the queue',
  backfillOrder: 'order behind a blocked GPR',
} as const;
type Scheduled = keyof typeof POLICIES;
export const POLICY_KINDS = Object.keys(POLICIES) as Scheduled[];

type Policies = Readonly<Partial<Record<Scheduled, string>>>;

export interface Change {
  /** Undefined = now. */
  readonly at?: string;
  readonly method?: Method;
  readonly path?: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly scheduler?: Policies;
  readonly arrivalRate?: number | string;
}

export interface WhatIfQuestion {
  readonly changes: readonly Change[];
  /** '' = until all GPRs that exist now have ended. */
  readonly until: string;
  /** Their number; '' = as many as answer soon. Or one future: `everything` that will happen, or what a `scheduler` can know. */
  readonly futures: string;
  /** What is compared: '' = the changes with doing nothing; all that may help; or the starts of the first change, a node taken away. */
  readonly find: '' | 'help' | 'window';
  /** The instant at which it is asked; '' = now. */
  readonly asked: string;
  /** The branch of this instant; '' = the first one. */
  readonly branch: string;
}

type Members = Readonly<Record<string, string | undefined>>;

/** The members of the address: those that differ from the defaults. */
export function memberOf(question: Partial<WhatIfQuestion>): Members {
  const { changes = [], ...others } = question;
  return { ...others, changes: changes.length > 0 ? JSON.stringify(changes) : undefined };
}

/** The question of an address. A broken one has no changes. */
export function questionOf({
  changes = '[]',
  until = '',
  futures = '',
  find = '',
  asked = '',
  branch = '',
}: Members): WhatIfQuestion {
  const list = changesOf(changes) ?? [];
  const isWindow = find === 'window' && list.length === 1 && kindOf(list[0]!) === 'node';
  return {
    changes: list,
    until,
    futures: isFutures(futures) ? futures : '',
    find: isWindow || find === 'help' ? find : '',
    asked,
    branch,
  };
}

/** Numbers of futures. */
export const FUTURES = ['20', '100', '400'];

/** Whether it is one of these numbers, or what one future has. */
export function isFutures(text: string): boolean {
  return text === '' || FUTURES.includes(text) || isOne(text);
}

/** Whether one future is asked about. */
export function isOne(futures: string): futures is 'everything' | 'scheduler' {
  return futures === 'everything' || futures === 'scheduler';
}

/** The changes of an address; undefined: it has something else. */
export function changesOf(text: string): readonly Change[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every(isChange) ? list : undefined;
  } catch {
    return undefined;
  }
}

function isChange(one: unknown): one is Change {
  if (!is('object', one) || one === undefined) return false;
  const { at, method, path, body, scheduler } = one as Record<keyof Change, unknown>;
  const areTexts = [at, method, path].every((member) => is('string', member));
  return areTexts && is('object', body) && is('object', scheduler);
}

/** Whether a value is of a type, or left out. */
function is(type: 'string' | 'object', value: unknown): boolean {
  return value === undefined || (typeof value === type && value !== null);
}

/** What a change is, by its request. */
type KindOfChange = 'node' | 'priority' | 'scheduler' | 'arrivals' | 'other';

const NODE_DOWN = /^\/sim\/nodes\/([^/]+)\/([^/]+)\/down$/;
const GPR = '/api/v1/gpr';

export function kindOf({ method, path = '', body, scheduler, arrivalRate }: Change): KindOfChange {
  if (scheduler !== undefined) return 'scheduler';
  if (arrivalRate !== undefined) return 'arrivals';
  if (NODE_DOWN.test(path)) return 'node';
  return method === 'PUT' && path === GPR && body?.priority !== undefined ? 'priority' : 'other';
}

/**
 * The question with the instants that its texts mean now, so that its address means the same later, and with its durations as the
 * server takes them.
 */
export function withInstants(question: WhatIfQuestion, now: string): WhatIfQuestion {
  const { changes, until } = question;
  return {
    ...question,
    changes: changes.map(({ ...change }) => {
      const { at, body } = change;
      const away = String(body?.repairAfter);
      if (isDuration(away)) change.body = { ...body, repairAfter: durationOf(away) };
      if (at !== undefined) change.at = typedInstant(at, now);
      return change;
    }),
    until: typedInstant(until, now),
  };
}

/** A change in words. @param nameOf the name of a GPR, by its id @param present the policies that another scheduler replaces */
export function wordsOf(change: Change, nameOf: (gprId: string) => string, present: Policies): string {
  return `${whatOf(change, nameOf, present)}${change.at === undefined ? '' : ` at ${meant(change.at, shownAs(change.at))}`}`;
}

function whatOf(
  { method, path = '', body = {}, scheduler, arrivalRate }: Change,
  nameOf: (id: string) => string,
  present: Policies,
) {
  if (scheduler !== undefined) {
    const given = POLICY_KINDS.filter((kind) => scheduler[kind]);
    const parts = given.map((kind) => {
      const [before, after] = [present[kind]!, scheduler[kind]!].map((name) => policyName(name));
      return `the ${POLICIES[kind]} is ${after}${before === after ? '' : ` instead of ${before}`}`;
    });
    return parts.join(' and ') || 'the policies stay as they are';
  }
  if (arrivalRate !== undefined) return `${arrivalRate} times as many GPRs arrive`;
  const [, , node] = NODE_DOWN.exec(path) ?? [];
  const { repairAfter, gprId, gprName, sliceName, priority, earlyRelease } = body;
  if (node !== undefined) {
    const until = repairAfter === undefined ? 'until it is repaired' : `for ${meant(String(repairAfter))}`;
    return `node ${decoded(node)} is taken away ${until}`;
  }
  if (path === GPR) {
    const name = `GPR ${nameOf(String(gprId))}`;
    if (method === 'POST') return `GPR ${gprName} of ${sliceName} is created`;
    if (method === 'DELETE') return `${name} is deleted`;
    if (earlyRelease === true) return `${name} is released`;
    if (priority !== undefined) return `${name} has the priority ${priority}`;
  }
  return `${method} ${path}`;
}

/** A text that means no duration, and is shown as it is, is not repeated. */
function meant(text: string, shown = text): string {
  return shown !== text || isDuration(text.replace(/^\+/, '')) ? shown : '…';
}

/** Whether it is one, perhaps with spaces, as the page shows them. */
function isDuration(text: string): boolean {
  return Boolean(durationMs(durationOf(text)));
}

/**
 * The changes in the order in which they enter, each with its instant, ms. @param now of the question, ISO 8601
 * @param startMs of the scenario
 */
export function inOrder(changes: readonly Change[], now: string, startMs: number) {
  const msOf = (at: string) => {
    const sinceStart = durationMs(at.replace(/^\+/, ''));
    return sinceStart ? startMs + sinceStart : Date.parse(at);
  };
  return changes
    .map((change) => ({ change, atMs: change.at === undefined ? Date.parse(now) : msOf(change.at) }))
    .sort((a, b) => a.atMs - b.atMs);
}

/** Takes a node away for some time. */
export function nodeAway(cluster: string, node: string, repairAfter: string, at?: string): Change {
  const path = `/sim/nodes/${encodeURIComponent(cluster)}/${encodeURIComponent(node)}/down`;
  return { ...(at !== undefined && { at }), method: 'POST', path, body: { repairAfter } };
}

/** The request that makes a change in the world. */
export function requestOf({ method, path, body, scheduler, arrivalRate }: Change): {
  readonly method: Method;
  /** Relative to the page. */
  readonly path: string;
  readonly body: unknown;
} {
  if (scheduler !== undefined) return { method: 'PUT', path: 'sim/scheduler', body: scheduler };
  if (arrivalRate !== undefined) return { method: 'PUT', path: 'sim/workload', body: { arrivalRate } };
  return { method: method ?? 'GET', path: (path ?? '').replace(/^\//, ''), body };
}
