// A dashboard without a browser: it sends the requests of the overview page, in the same order and with the same pauses, and
// follows the stream of the clock. The calls are those of src/dashboard/live, clock, queue, gantt and plots.

import { setTimeout as sleep } from 'node:timers/promises';
import type { WorldState } from '../../src/api/sim/answers.ts';
import { oneAtATime } from '../../src/dashboard/axis/reading/one-at-a-time.ts';
import { suffices, type TimeWindow, widened, windowAt } from '../../src/dashboard/axis/time-window.ts';

const QUIET_MS = 1_000;
const READING_SHARE = 1 / 3;
const PAUSE_MIN_MS = 150;
const BRANCHES_MS = 3_000;
const SETTLE_MS = 120;
const FRAME_MS = 16;
const AHEAD_MAX_MS = 2_000;
const SPAN_MS = 8 * 3_600_000;
/** Width of the charts in a window of 1400 pixels. */
const AREA_PIXELS = 1215;
const POINTS = Math.round((2 * AREA_PIXELS) / 3);

export class Watcher {
  /** How long each reading took, in ms. */
  readonly readingsMs: number[] = [];
  changes = 0;
  readonly #url: string;
  readonly #token: string;
  readonly #end = new AbortController();
  readonly #charts = [new Chart(() => this.#readGantt()), new Chart(() => this.#readSeries())];
  #world: WorldState | undefined;
  #readAt = 0;
  #branchesAt = Number.NEGATIVE_INFINITY;
  #isWoken = false;
  #wake: () => void = () => {};

  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  /** Opens a dashboard. @param onFailure called if the server refuses a request */
  static async open(url: string, apiKey: string, onFailure: (error: Error) => void): Promise<Watcher> {
    const response = await fetch(`${url}/api/v1/auth`, { method: 'POST', body: JSON.stringify({ apiKey }) });
    const { data } = (await response.json()) as { data: { token: string } };
    const watcher = new Watcher(url, data.token);
    for (const part of [watcher.#readAgainAndAgain(), watcher.#followChanges(), watcher.#followPresent()]) {
      part.catch((error) => {
        if (!watcher.#end.signal.aborted) onFailure(error);
      });
    }
    return watcher;
  }

  close(): void {
    this.#end.abort();
  }

  async #readAgainAndAgain(): Promise<void> {
    const { signal } = this.#end;
    for (;;) {
      const startedAt = performance.now();
      this.#isWoken = false;
      this.#world = await this.#read<WorldState>('sim/state?offset=0&limit=200');
      this.#readAt = performance.now();
      await Promise.all([
        this.#read('sim/gprs?state=Queued&offset=0&limit=100&estimates=true'),
        this.#read('api/v1/slice-workspace/list'),
        this.#readBranches(),
        ...this.#charts.map((chart) => chart.read()),
      ]);
      const tookMs = performance.now() - startedAt;
      this.readingsMs.push(tookMs);
      await sleep(Math.max(PAUSE_MIN_MS, tookMs * (1 / READING_SHARE - 1)), undefined, { signal });
      await this.#woken();
    }
  }

  async #readBranches(): Promise<void> {
    if (performance.now() < this.#branchesAt + BRANCHES_MS) return;
    await this.#read('sim/branches');
    this.#branchesAt = performance.now();
  }

  /** Waits for the next change, or until a page reads without one. */
  #woken(): Promise<void> {
    if (this.#isWoken) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, QUIET_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #followChanges(): Promise<void> {
    const response = await this.#get('sim/clock/stream');
    let rest = '';
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop()!;
      this.changes += blocks.length;
      if (blocks.length === 0) continue;
      this.#isWoken = true;
      this.#wake();
    }
    throw new Error('the stream of the clock has ended');
  }

  /** Reads a chart again if the shown time has moved beyond what was read, as a page looks at each frame. */
  async #followPresent(): Promise<void> {
    for (;;) {
      await sleep(FRAME_MS, undefined, { signal: this.#end.signal });
      if (this.#world === undefined || this.#charts.every((chart) => chart.suffices(this.#shown()))) continue;
      await sleep(SETTLE_MS, undefined, { signal: this.#end.signal });
      const late = this.#charts.filter((chart) => !chart.suffices(this.#shown()));
      await Promise.all(late.map((chart) => chart.read()));
    }
  }

  /** The window that follows the present. */
  #shown(): TimeWindow {
    const { clock, scenario } = this.#world!;
    const passedMs = Math.min(AHEAD_MAX_MS, performance.now() - this.#readAt);
    const nowMs = Date.parse(clock.now) - Date.parse(scenario.start);
    return windowAt(nowMs + passedMs * (clock.reachedSpeed || clock.speed), SPAN_MS);
  }

  async #readGantt(): Promise<TimeWindow> {
    const shown = this.#shown();
    const of = widened(shown);
    const share = (of.toMs - of.fromMs) / (shown.toMs - shown.fromMs);
    const pixels = Math.round(AREA_PIXELS * share);
    await this.#read(
      `sim/gantt?from=${of.fromMs}&to=${of.toMs}&pixels=${pixels}&rows=nodes&offset=0&limit=200&waits=true`,
    );
    return of;
  }

  async #readSeries(): Promise<TimeWindow> {
    const of = widened(this.#shown());
    await this.#read(`sim/series?from=${of.fromMs}&to=${of.toMs}&points=${POINTS}`);
    return of;
  }

  async #read<T>(path: string): Promise<T> {
    const { data } = (await (await this.#get(path)).json()) as { data: T };
    return data;
  }

  async #get(path: string): Promise<Response> {
    const response = await fetch(`${this.#url}/${path}`, {
      headers: { Authorization: `Bearer ${this.#token}` },
      signal: this.#end.signal,
    });
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`);
    return response;
  }
}

/** What a chart has read. */
class Chart {
  readonly read: () => Promise<void>;
  #of: TimeWindow | undefined;

  constructor(readOnce: () => Promise<TimeWindow>) {
    this.read = oneAtATime(async () => {
      this.#of = await readOnce();
    });
  }

  suffices(shown: TimeWindow): boolean {
    return this.#of === undefined || suffices(this.#of, shown);
  }
}
