// Pages of GPRs with estimated starts. If many GPRs are queued, the page is shown first, and its estimates when they come.

import { computed, effect, signal } from '@preact/signals';
import type { GprPage, ListedGpr } from '../../api/sim/answers.ts';
import { ESTIMATED_AT_ONCE_MAX } from '../../api/sim/shared/estimated.ts';
import { Calm } from '../live/calm.ts';
import { world } from '../live/live.ts';
import { OfBranch } from '../live/of-branch.ts';
import { readInstant } from '../session/read-instant.ts';
import { type Query, read, readApart } from '../session/server-call.ts';

/** With more queued GPRs, estimates take too long even in the background: minutes with some queue policies. */
export const ESTIMATED_MAX = 5_000;
/** At most this share of the time is spent on estimates in the background. */
const ESTIMATING_SHARE = 1 / 4;

/** `later`: it is being computed. `none`: too many GPRs are queued. Otherwise an instant; '' if it is unknown. */
export type Start = string | { readonly left: 'later' | 'none' };

export class EstimatedPage {
  readonly #page = new OfBranch<GprPage & { readonly from: number }>();
  readonly page = this.#page.shown;
  readonly #estimation = signal<'with the page' | 'later' | 'none'>('with the page');
  /** The latest estimates in the background: the shown instant that they are of, and GPR → estimated start. */
  readonly #later = new OfBranch<{
    readonly of: string | undefined;
    readonly starts: ReadonlyMap<string, string>;
  }>();
  readonly #calm = new Calm({ share: ESTIMATING_SHARE });
  #asked: Query = {};

  async read(asked: Query): Promise<void> {
    this.#asked = asked;
    const { found, isAtOnce } = await foundBy(asked);
    // The user may have chosen another page since.
    if (this.#asked !== asked) return;
    this.#page.take(found.branch, { ...found, from: Number(asked.offset) });
    this.#estimation.value = isAtOnce ? 'with the page' : queuedNow() <= ESTIMATED_MAX ? 'later' : 'none';
    if (this.#estimation.value === 'later' && found.gprs.some(({ state }) => state === 'Queued'))
      void this.#estimate(asked).catch(() => {});
  }

  /** GPR of the page → its estimated start. */
  readonly startOf = computed(() => {
    const { value: estimation } = this.#estimation;
    const known = this.#later.shown.value;
    const later = known?.of === readInstant.value ? known?.starts : undefined;
    return (gpr: ListedGpr): Start => {
      if (estimation === 'with the page') return gpr.estimatedStartTime;
      if (estimation === 'none') return { left: 'none' };
      const start = later?.get(keyOf(gpr));
      // An estimate of an earlier instant may be over.
      const isOver = start !== undefined && start !== '' && start < this.page.value!.now;
      return start === undefined || isOver ? { left: 'later' } : start;
    };
  });

  /** A failure is no news: the next reading of the page fails, too. */
  async #estimate(asked: Query): Promise<void> {
    const { value: at } = readInstant;
    await this.#calm.read(JSON.stringify([asked, at]), async () => {
      const { branch, gprs } = await readApart<GprPage>('sim/gprs', asked);
      const starts = new Map(gprs.map((gpr) => [keyOf(gpr), gpr.estimatedStartTime]));
      this.#later.take(branch, { of: at, starts });
      return true;
    });
  }
}

/** The effort for an estimate depends on the number of all queued GPRs. */
function queuedNow(): number {
  return world.value?.counts.Queued ?? 0;
}

/** Reads a page, with estimates if these take no time: anew, if the state that comes with the answer shows that this has changed. */
async function foundBy(asked: Query): Promise<{ readonly found: GprPage; readonly isAtOnce: boolean }> {
  for (;;) {
    const isAtOnce = queuedNow() <= ESTIMATED_AT_ONCE_MAX;
    const other = new AbortController();
    const end = effect(() => {
      if (queuedNow() <= ESTIMATED_AT_ONCE_MAX !== isAtOnce) other.abort();
    });
    try {
      const query = { ...asked, estimates: String(isAtOnce) };
      return { found: await read<GprPage>('sim/gprs', query, other.signal), isAtOnce };
    } catch (error) {
      if (!other.signal.aborted) throw error;
    } finally {
      end();
    }
  }
}

/** The GPRs of workspaces that the user may not see have no ids. */
function keyOf({ gprId, cluster, instanceType, createdAt, priority }: ListedGpr): string {
  return gprId ?? [cluster, instanceType, createdAt, priority].join(' ');
}
