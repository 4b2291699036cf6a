// Keeps what the page shows up to date. The stream of the clock reports that something has changed; then every shown part is read
// again. Thus the page shows only what the server answered, also after a reset, an import or a lost connection. While the clock is
// paused and nothing changes, and while the page is hidden, nothing is read.

import { batch, computed, effect, signal } from '@preact/signals';
import type { ClockAnswer, WorldState } from '../../api/sim/answers.ts';
import { member, route, setQuery } from '../address/route.ts';
import { stateInAddress } from '../address/state.ts';
import { sentenceOf } from '../session/failure-texts.ts';
import { apiKey } from '../session/key-session.ts';
import { readInstant, refusedInstant, Superseded } from '../session/read-instant.ts';
import { Refusal, read, send } from '../session/server-call.ts';

/** While time passes, the page is read again after this time: figures that change more often cannot be read. */
const EACH_MS = 1_100;
/** At most this share of the time is spent on reading. */
const READING_SHARE = 1 / 3;
const PAUSE_MIN_MS = 150;
const RETRY_MS = 1_000;
/** Without an answer, the connection counts as lost. */
const STATE_MAX_MS = 10_000;
/** The state is read again after this time, even if a part of the page still waits for its answer. */
const PARTS_MAX_MS = 2_000;

export const connection = signal<'connecting' | 'live' | 'lost'>('connecting');
/** Why the last reading failed; '' if it did not. */
export const trouble = signal('');
export const world = signal<WorldState | undefined>(undefined);
/** The simulated instant of all that the page shows, but for the settings of the clock. ISO 8601; '' before the first reading. */
export const readAt = signal('');
/** The same if the page shows the present; else the present at the last reading. */
export const presentAt = signal('');
/** The branch that had the instant of the readings: before the beginning of the current branch, one from which it descends. */
export const readBranch = signal<number | undefined>(undefined);

/** Of at most this many nodes, the GPRs are read; all are in the map. */
const NODES_MAX = 200;
/** The cluster that the map shows, whose nodes `world` has; '' = all. */
export const mapCluster = member('nodes');
/** Whether the place is shown that needs `map` of the state. */
const isMap = computed(() => route.value[0] === 'map');

type Part = (world: WorldState) => Promise<void>;

const parts = new Set<Part>();
/** Parts whose reading is under way. */
const reading = new Set<Part>();
/** How many changes of the clock were sent, and the number of the last one whose answer set the clock of `world`. */
let clocksSent = 0;
let clockTaken = 0;
/** Leaves out the wait for news before the next reading, and all waits. */
let woken = Promise.withResolvers<void>();
let hurried = Promise.withResolvers<void>();

/** How often something has changed, as far as the page has heard. */
let heard = 0;

export function changes(): number {
  return heard;
}

/** Reads the page again soon. */
export function wake(): void {
  woken.resolve();
}

/** Whether the page stays as it is until something changes. */
function isStill(): boolean {
  const { mode, advance } = world.peek()?.clock ?? {};
  return mode === 'paused' && advance === null && trouble.peek() === '';
}

/** Reads the page again soon, unless that happens anyway. */
export function wakeIfStill(): void {
  if (isStill()) wake();
}

/** Reads a part of the page now, and again whenever the world has changed. Returns a function that ends it. */
export function following(part: Part): () => void {
  parts.add(part);
  readNow(part);
  return () => {
    parts.delete(part);
  };
}

/** Reads a part that is followed now. While time passes, all others are read with it. A page that is not to be seen reads nothing. */
export function readNow(part: Part): void {
  if (!isSeen()) return;
  const known = world.peek();
  if (known !== undefined && isStill()) void part(known).catch(noteFailure);
  else refresh();
}

/** Reads all parts at once: after a change by the user. */
export function refresh(): void {
  wake();
  hurried.resolve();
}

/**
 * Changes the clock, and shows the clock of the answer. A reading of the state that began before is dropped. So is the answer if
 * the page shows a later instant, or the answer to a later change.
 */
export async function takeClock(change: () => Promise<ClockAnswer>): Promise<void> {
  clocksSent += 1;
  const sent = clocksSent;
  const clock = await change();
  const known = world.peek();
  if (known?.branch !== clock.branch || clock.now < known.clock.now || sent < clockTaken) return;
  clockTaken = sent;
  world.value = { ...known, clock };
}

/** A browser may keep a page that is left, for the way back. Such a page must hold no connection: each tab has few. */
const isLeft = signal(false);
addEventListener('pagehide', () => (isLeft.value = true));
addEventListener('pageshow', () => (isLeft.value = false));
const isHidden = signal(document.hidden);
document.addEventListener('visibilitychange', () => (isHidden.value = document.hidden));

export function isSeen(): boolean {
  return !isLeft.peek() && !isHidden.peek();
}

/** Follows the world while a user is signed in and the page is to be seen. */
export function follow(): void {
  effect(() => {
    if (apiKey.value === undefined || isLeft.value) return undefined;
    return () => {
      connection.value = 'connecting';
      world.value = undefined;
      readAt.value = '';
      presentAt.value = '';
    };
  });
  effect(() => {
    if (apiKey.value === undefined || isLeft.value || isHidden.value) return undefined;
    const end = new AbortController();
    void readAgainAndAgain(end.signal);
    void followChanges(end.signal);
    return () => end.abort();
  });
}

async function readAgainAndAgain(end: AbortSignal): Promise<void> {
  end.addEventListener('abort', wake);
  while (!end.aborted) {
    const startedAt = performance.now();
    woken = Promise.withResolvers();
    hurried = Promise.withResolvers();
    try {
      const known = world.peek();
      const taking = readState(AbortSignal.any([end, AbortSignal.timeout(STATE_MAX_MS)]));
      const all = known === undefined ? undefined : [...parts].map((part) => readPart(part, known));
      if (!(await taking)) continue;
      // The parts were read as those of another branch.
      if (known !== undefined && known.branch !== world.peek()!.branch) refresh();
      if (all !== undefined)
        await Promise.race([Promise.all(all), sleep(PARTS_MAX_MS, end), hurried.promise]);
    } catch (error) {
      if (end.aborted) return;
      if (error instanceof Refusal && error.status === 422) refuseChoice(error.message);
      noteFailure(error);
      // The world has been deleted.
      if (error instanceof Refusal && error.status === 404) connection.value = 'lost';
    }
    const tookMs = performance.now() - startedAt;
    const isLost = connection.peek() === 'lost';
    const leastMs = isLost ? RETRY_MS : isStill() ? PAUSE_MIN_MS : EACH_MS - tookMs;
    await Promise.race([sleep(Math.max(leastMs, tookMs * (1 / READING_SHARE - 1)), end), hurried.promise]);
    if (!isLost && isStill()) await woken.promise;
  }
}

/** Reads the state, and shows it before the parts that are read with it. Returns whether it is shown: it may be obsolete. */
async function readState(end: AbortSignal): Promise<boolean> {
  const clockBefore = clockTaken;
  const at = readInstant.peek();
  let isShown = false;
  const show = (state: WorldState, clock: ClockAnswer) => {
    if (clockTaken !== clockBefore || at !== readInstant.peek()) return;
    isShown = true;
    batch(() => {
      connection.value = 'live';
      trouble.value = '';
      world.value = { ...state, branch: clock.branch, clock };
      readAt.value = state.clock.now;
      presentAt.value = clock.now;
      readBranch.value = state.branch;
    });
  };
  const reading = read<WorldState>(
    'sim/state',
    { cluster: mapCluster.peek(), limit: NODES_MAX, ...(isMap.peek() && { map: 'true' }) },
    end,
  );
  if (at === undefined) await reading.then((state) => show(state, state.clock));
  else {
    const present = read<ClockAnswer>('sim/clock', {}, end);
    await Promise.all([reading, present.then(async (clock) => show(await reading, clock))]);
  }
  return isShown;
}

/** An imported world may lack the cluster of the nodes; any world may lack the instant of an address. */
function refuseChoice(why: string): void {
  if (mapCluster.peek()) setQuery({ nodes: '' });
  else if (readInstant.peek() !== undefined) {
    refusedInstant.value = why;
    readInstant.value = undefined;
  }
}

async function readPart(part: Part, state: WorldState): Promise<void> {
  if (reading.has(part)) return;
  reading.add(part);
  try {
    await part(state);
  } catch (error) {
    noteFailure(error);
  } finally {
    reading.delete(part);
  }
}

/** A choice of a cluster, '' = all. It ends if the world has no such cluster: after an import, for example. */
export function clusterInAddress(name: string, place?: string) {
  const choice = stateInAddress({ name, initial: '', from: (text) => text, to: (cluster) => cluster, place });
  effect(() => {
    const clusters = world.value?.clusters;
    if (choice.value !== '' && clusters?.every(({ name }) => name !== choice.value)) choice.value = '';
  });
  return choice;
}

function noteFailure(error: unknown): void {
  if (error instanceof Superseded) return;
  if (!(error instanceof Refusal)) connection.value = 'lost';
  trouble.value = sentenceOf(error);
}

/** Another instant of the world or other nodes are shown: they are read at once, without a further pause. */
effect(() => {
  void readInstant.value;
  void mapCluster.value;
  void isMap.value;
  refresh();
});

/** The stream only brings forward the next reading, which has what happened. So does its end, since the server may have ended. */
async function followChanges(end: AbortSignal): Promise<void> {
  const changed = () => {
    heard += 1;
    wake();
  };
  while (!end.aborted) {
    try {
      const { ok, body } = await send('GET', 'sim/clock/stream', undefined, end);
      const reader = ok ? body?.getReader() : undefined;
      while (reader && !(await reader.read()).done) changed();
    } catch {
      // The reading of the state reports what is wrong.
    }
    changed();
    await sleep(RETRY_MS, end);
  }
}

function sleep(ms: number, end: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const wakeUp = () => {
      clearTimeout(timer);
      end.removeEventListener('abort', wakeUp);
      done();
    };
    const timer = setTimeout(wakeUp, ms);
    end.addEventListener('abort', wakeUp);
  });
}
