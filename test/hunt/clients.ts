// A careful client that needs a GPR for some work, and one client for each bug that differs from it by one habit.

import { setTimeout as delay } from 'node:timers/promises';
import type { HuntedWorld } from '../../src/library/gprsim.d.ts';

/** What a client does; the careful one survives every fault. */
interface Habits {
  /** Attempts of a call. */
  readonly attempts: number;
  readonly pauseMs: number;
  /** Real ms after which a call counts as lost. */
  readonly patienceMs: number;
  /** After a 401: gets a new token; goes on with the old one; gives up; uses a new one for some calls only. */
  readonly onExpired: 'renew' | 'ignore' | 'fail' | 'forget';
  /** Attempts to get a token. */
  readonly tokenAttempts: number;
  /** After a lost answer to a creation: looks for the GPR; creates again; takes what it has as an answer. */
  readonly onLostCreation: 'look' | 'again' | 'believe';
  /** What a refusal of a creation means. */
  readonly refusedCreation: 'wait' | 'exists';
  /** States of a GPR after which the client does not wait any more. */
  readonly endStates: readonly string[];
  /** Polls before it gives up. */
  readonly polls: number;
  /** Whether it looks during the work whether the GPR still has its GPUs. */
  readonly watches: boolean;
  /** When it releases. */
  readonly releases: 'always' | 'on success';
  /** How it releases: until the GPR has ended; once; once, and any answer is fine; by a state that is old. */
  readonly releasing: 'until ended' | 'once' | 'careless' | 'stale';
  /** Whether a list that is read again begins anew. */
  readonly readsAnew: boolean;
  readonly workers: number;
}

const ENDED = ['Complete', 'TimedOut', 'Failed'];

const careful: Habits = {
  attempts: 12,
  pauseMs: 60,
  patienceMs: 5_000,
  onExpired: 'renew',
  tokenAttempts: 12,
  onLostCreation: 'look',
  refusedCreation: 'wait',
  endStates: ENDED,
  polls: 200,
  watches: true,
  releases: 'always',
  releasing: 'until ended',
  readsAnew: true,
  workers: 1,
};

/** The name of a bug → the habits with it. */
export const bugs: Readonly<Record<string, Partial<Habits>>> = {
  'creates again after a lost answer': { onLostCreation: 'again' },
  'takes a cut answer for an answer': { onLostCreation: 'believe' },
  'takes a refused creation for one that exists': { refusedCreation: 'exists' },
  'never tries again': { attempts: 1 },
  'tries twice only': { attempts: 2 },
  'gets a token once only': { tokenAttempts: 1 },
  'makes no pause': { pauseMs: 0 },
  'repeats a call with an ended token': { onExpired: 'ignore' },
  'gives up when its token ends': { onExpired: 'fail' },
  'keeps an old token in one place': { onExpired: 'forget' },
  'has less patience than a slow answer': { patienceMs: 150, onLostCreation: 'again' },
  'releases on success only': { releases: 'on success', polls: 20 },
  'releases once': { releasing: 'once' },
  'takes each answer to a release for a release': { releasing: 'careless' },
  'releases by an old state': { releasing: 'stale' },
  'misses the failure of a GPR': { endStates: ['Complete', 'TimedOut'] },
  'misses a time-out': { endStates: ['Complete', 'Failed'] },
  'misses a completion': { endStates: ['TimedOut', 'Failed'] },
  'waits less than the queue': { polls: 8 },
  'does not see that its GPR is lost': { watches: false, releasing: 'once' },
  'reads a list twice': { readsAnew: false },
  'has two workers with one name': { workers: 2 },
};

/** A call got no answer of the operation. */
class Lost extends Error {}
/** A call was refused; `isTransient` if it may succeed later. */
class Refused extends Error {
  readonly isTransient: boolean;

  constructor(message: string, isTransient: boolean) {
    super(message);
    this.isTransient = isTransient;
  }
}

interface Gpr {
  readonly gprId: string;
  readonly gprName: string;
  readonly status: { readonly provisioningStatus: string };
}

export type Needed = HuntedWorld;

/** The careful client. */
export function carefulClient(world: Needed): Promise<void> {
  return clientWith(careful)(world);
}

/** How many workers the careful client has beside each other, so that it is compared with a bug. */
export function clientWithBug(name: string): (world: Needed) => Promise<void> {
  return clientWith({ ...careful, ...bugs[name] });
}

const workspace = 'team-blue';

function clientWith(habits: Habits): (world: Needed) => Promise<void> {
  return async (world) => {
    const session = new Session(habits, world);
    const workers = Array.from({ length: habits.workers }, () => work(habits, session));
    const results = await Promise.allSettled(workers);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    if ((await session.list()).some((gpr) => !hasEnded(gpr))) throw new Error('a GPR is left');
  };
}

/** Does the work on a GPR, if necessary on several, one after the other. */
async function work(habits: Habits, session: Session): Promise<void> {
  for (let attempt = 1; attempt <= 25; attempt++) {
    const gprId = await session.create(`training-${attempt}`);
    let isDone = false;
    try {
      isDone = (await session.running(gprId)) && (await session.worked(gprId));
    } finally {
      if (habits.releases === 'always' || isDone) await session.release(gprId);
    }
    if (isDone) return;
  }
  throw new Error('no GPR lasted until the work was done');
}

class Session {
  readonly #habits: Habits;
  readonly #world: Needed;
  #token: string | undefined;
  #oldToken: string | undefined;

  constructor(habits: Habits, world: Needed) {
    this.#habits = habits;
    this.#world = world;
  }

  async create(gprName: string): Promise<string> {
    const body = {
      gprName,
      sliceName: workspace,
      clusterName: 'worker-2',
      instanceType: 'VM.GPU.A10.2',
      gpuShape: 'NVIDIA-A10',
      numberOfGPUs: 2,
      numberOfGPUNodes: 1,
      priority: 100,
      exitDuration: '0d0h20m',
      enableEviction: true,
      enforceIdleTimeOut: true,
      idleTimeOutDuration: '0d0h1m',
    };
    for (let attempt = 1; ; attempt++) {
      try {
        const { gprId } = await this.once<{ gprId: string }>('POST', '/api/v1/gpr', body);
        return gprId;
      } catch (error) {
        const { onLostCreation, refusedCreation, attempts } = this.#habits;
        if (error instanceof Lost && onLostCreation === 'believe') return '';
        if (error instanceof Lost && onLostCreation === 'look') {
          const found = (await this.list()).find((gpr) => gpr.gprName === gprName && !hasEnded(gpr));
          if (found !== undefined) return found.gprId;
        }
        if (error instanceof Refused && refusedCreation === 'exists') {
          const [found] = await this.list();
          return found!.gprId;
        }
        if (isFinal(error) || attempt >= attempts) throw error;
      }
      await delay(this.#habits.pauseMs);
    }
  }

  /** Waits until the GPR has its GPUs. Returns whether it got them. */
  async running(gprId: string): Promise<boolean> {
    const { polls, endStates } = this.#habits;
    for (let poll = 1; poll <= polls; poll++) {
      const state = await this.state(gprId);
      if (state === 'Successful') return true;
      if (endStates.includes(state)) return false;
    }
    throw new Error('the GPR does not start');
  }

  /** Works for some calls. Returns whether the GPR lasted. */
  async worked(gprId: string): Promise<boolean> {
    for (let look = 0; look < 4; look++) {
      const state = await this.state(gprId);
      if (this.#habits.watches && state !== 'Successful' && !(await this.running(gprId))) return false;
    }
    return true;
  }

  async release(gprId: string): Promise<void> {
    const { releasing } = this.#habits;
    if (releasing !== 'until ended') return this.#releaseOnce(gprId);
    for (let attempt = 1; attempt <= 20; attempt++) {
      const state = await this.state(gprId);
      if (ENDED.includes(state)) return;
      try {
        if (state === 'Queued') await this.once('DELETE', '/api/v1/gpr', { gprId });
        else await this.once('PUT', '/api/v1/gpr', { gprId, earlyRelease: true });
        return;
      } catch (error) {
        if (!(error instanceof Lost || error instanceof Refused)) throw error;
        if (error instanceof Lost && state === 'Queued') {
          if ((await this.list()).every((gpr) => gpr.gprId !== gprId)) return;
        }
        await delay(this.#habits.pauseMs);
      }
    }
    throw new Error('the GPR was not released');
  }

  async #releaseOnce(gprId: string): Promise<void> {
    const { releasing } = this.#habits;
    try {
      const state = releasing === 'stale' ? await this.state(gprId) : 'Successful';
      if (ENDED.includes(state)) return;
      if (state === 'Queued') await this.once('DELETE', '/api/v1/gpr', { gprId });
      else await this.once('PUT', '/api/v1/gpr', { gprId, earlyRelease: true });
    } catch (error) {
      if (releasing === 'once' && !(error instanceof Lost)) throw error;
    }
  }

  async state(gprId: string): Promise<string> {
    const gpr = await this.read<Gpr>(`/api/v1/gpr?gprId=${gprId}`);
    return gpr.status.provisioningStatus;
  }

  /** The GPRs of the workspace, with its rules: a pair of calls that are repeated together. */
  async list(): Promise<readonly Gpr[]> {
    const items: Gpr[] = [];
    await this.#again(async () => {
      if (this.#habits.readsAnew) items.length = 0;
      const page = await this.once<{ items: readonly Gpr[] }>(
        'GET',
        `/api/v1/gpr/list?sliceName=${workspace}`,
      );
      items.push(...page.items);
      await this.once('GET', '/api/v1/inventory/list');
    });
    const names = items.map(({ gprId }) => gprId);
    if (new Set(names).size < names.length) throw new Error('a GPR is listed twice');
    return items;
  }

  read<T>(path: string): Promise<T> {
    return this.#again(() => this.once<T>('GET', path));
  }

  /** Repeats what was lost or may succeed later. */
  async #again<T>(call: () => Promise<T>): Promise<T> {
    const { attempts, pauseMs } = this.#habits;
    for (let attempt = 1; ; attempt++) {
      try {
        return await call();
      } catch (error) {
        if (isFinal(error) || attempt >= attempts) throw error;
        await delay(pauseMs);
      }
    }
  }

  /** One call, with a new token if the old one has ended. */
  async once<T>(method: string, path: string, body?: object): Promise<T> {
    const { onExpired, pauseMs, attempts } = this.#habits;
    for (let attempt = 1; attempt <= attempts; attempt++) {
      this.#token ??= await this.#newToken();
      const isOld = onExpired === 'forget' && path.includes('?') && this.#oldToken !== undefined;
      const answer = await this.#sent<T>(method, path, body, isOld ? this.#oldToken! : this.#token);
      if (answer.status !== 401) return answer.data;
      if (onExpired === 'fail') break;
      if (onExpired === 'ignore') {
        await delay(pauseMs);
        continue;
      }
      this.#oldToken ??= this.#token;
      this.#token = undefined;
    }
    throw new Error('the token has ended');
  }

  async #newToken(): Promise<string> {
    for (let attempt = 1; ; attempt++) {
      try {
        const { apiKey } = this.#world;
        const answer = await this.#sent<{ token: string }>('POST', '/api/v1/auth', { apiKey });
        return answer.data.token;
      } catch (error) {
        if (attempt >= this.#habits.tokenAttempts) throw new Error(`no token: ${(error as Error).message}`);
        await delay(this.#habits.pauseMs);
      }
    }
  }

  async #sent<T>(
    method: string,
    path: string,
    body?: object,
    token?: string,
  ): Promise<{ readonly status: number; readonly data: T }> {
    const { url, signal } = this.#world;
    signal.throwIfAborted();
    let answer: { readonly message: string; readonly data: T };
    let status: number;
    try {
      const response = await fetch(url + path, {
        method,
        headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
        signal: AbortSignal.any([signal, AbortSignal.timeout(this.#habits.patienceMs)]),
        ...(body && { body: JSON.stringify(body) }),
      });
      ({ status } = response);
      answer = (await response.json()) as typeof answer;
    } catch (error) {
      signal.throwIfAborted();
      throw new Lost(String(error));
    }
    if (status === 200 || status === 401) return { status, data: answer.data };
    throw new Refused(answer.message, status === 429 || status === 503);
  }
}

/** Whether the same call cannot succeed later. */
function isFinal(error: unknown): boolean {
  return !(error instanceof Lost || (error instanceof Refused && error.isTransient));
}

function hasEnded({ status }: Gpr): boolean {
  return ENDED.includes(status.provisioningStatus);
}
