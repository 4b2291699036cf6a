// A dashboard without a browser: it sends the requests of the overview page, with the same pauses, and follows the stream of the
// clock. The calls are those of src/dashboard/live, queue, gantt and plots.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadTogetherAnswer, WorldState } from '../../src/api/sim/answers.ts';
import { spanOf, widened, windowAt } from '../../src/dashboard/axis/time-window.ts';
import { timeStep } from '../../src/looks/round-steps.ts';

const EACH_MS = 1_000;
const READING_SHARE = 1 / 3;
const BRANCHES_MS = 3_000;
const TOTALS_MS = 2_000;
/** Width of the charts in a window of 1400 pixels. */
const AREA_PIXELS = 1215;
const BINS = Math.min(450, AREA_PIXELS / 3);

export class Watcher {
  /** How long each reading took, in ms. */
  readonly readingsMs: number[] = [];
  changes = 0;
  readonly #url: string;
  readonly #token: string;
  readonly #end = new AbortController();
  #world: WorldState | undefined;
  /** Path → when it was read last. */
  readonly #readAt = new Map<string, number>();

  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  /** Opens a dashboard. @param onFailure called if the server refuses a request */
  static async open(url: string, apiKey: string, onFailure: (error: Error) => void): Promise<Watcher> {
    const response = await fetch(`${url}/api/v1/auth`, { method: 'POST', body: JSON.stringify({ apiKey }) });
    const { data } = (await response.json()) as { data: { token: string } };
    const watcher = new Watcher(url, data.token);
    for (const part of [watcher.#readAgainAndAgain(), watcher.#followChanges()]) {
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
      const { answers } = await this.#readTogether(this.#paths());
      this.#world = (answers[0]?.answer as { data: WorldState } | undefined)?.data ?? this.#world;
      const tookMs = performance.now() - startedAt;
      this.readingsMs.push(tookMs);
      const pauseMs = Math.max(EACH_MS - tookMs, tookMs * (1 / READING_SHARE - 1));
      await sleep(pauseMs, undefined, { signal });
    }
  }

  #paths(): string[] {
    const state = '/sim/state?limit=200';
    if (this.#world === undefined) return [state];
    const { clock, scenario } = this.#world;
    const shown = windowAt(Date.parse(clock.now) - Date.parse(scenario.start));
    const { fromMs, toMs } = widened(shown, true);
    const pixels = Math.round((AREA_PIXELS * (toMs - fromMs)) / spanOf(shown));
    const binMs = timeStep(spanOf(shown) / BINS);
    const [from, to] = [Math.floor(fromMs / binMs) * binMs, Math.ceil(toMs / binMs) * binMs];
    return [
      state,
      '/api/v1/slice-workspace/list',
      ...this.#ifDue('/sim/branches', BRANCHES_MS),
      ...this.#ifDue('/sim/totals/workspaces?sort=-gpuHours&limit=5', TOTALS_MS),
      '/sim/gprs?state=Queued&offset=0&limit=100&estimates=true',
      `/sim/gantt?from=${fromMs}&to=${toMs}&pixels=${pixels}&rows=nodes&offset=0&limit=200&waits=true`,
      `/sim/series?from=${from}&to=${to}&points=${Math.round((to - from) / binMs)}`,
    ];
  }

  /** The path, if it was not read within this time. */
  #ifDue(path: string, pauseMs: number): readonly string[] {
    const now = performance.now();
    if (now < (this.#readAt.get(path) ?? Number.NEGATIVE_INFINITY) + pauseMs) return [];
    this.#readAt.set(path, now);
    return [path];
  }

  async #followChanges(): Promise<void> {
    const response = await this.#send('GET', 'sim/clock/stream');
    let rest = '';
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop()!;
      this.changes += blocks.length;
    }
    throw new Error('the stream of the clock has ended');
  }

  async #readTogether(paths: readonly string[]): Promise<ReadTogetherAnswer> {
    const response = await this.#send('POST', 'sim/reads', { paths });
    const { data } = (await response.json()) as { data: ReadTogetherAnswer };
    return data;
  }

  async #send(method: string, path: string, body?: object): Promise<Response> {
    const response = await fetch(`${this.#url}/${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.#token}` },
      signal: this.#end.signal,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response;
  }
}
