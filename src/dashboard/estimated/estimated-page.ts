// Pages of GPRs with estimated starts. If many GPRs are queued, the page is shown first, and its estimates when they come.

import { computed, signal } from '@preact/signals';
import type { GprPage, ListedGpr } from '../../api/sim/answers.ts';
import { ESTIMATED_AT_ONCE_MAX } from '../../api/sim/shared/estimated.ts';
import { Calm } from '../live/calm.ts';
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

  /** Reads a page. @param queued number of all queued GPRs: the effort for an estimate depends on it */
  async read(asked: Query, queued: number): Promise<void> {
    const isAtOnce = queued <= ESTIMATED_AT_ONCE_MAX;
    this.#asked = asked;
    const found = await read<GprPage>('sim/gprs', { ...asked, estimates: String(isAtOnce) });
    // The user may have chosen another page since.
    if (this.#asked !== asked) return;
    this.#page.take(found.branch, { ...found, from: Number(asked.offset) });
    this.#estimation.value = isAtOnce ? 'with the page' : queued <= ESTIMATED_MAX ? 'later' : 'none';
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

/** The GPRs of workspaces that the user may not see have no ids. */
function keyOf({ gprId, cluster, instanceType, createdAt, priority }: ListedGpr): string {
  return gprId ?? [cluster, instanceType, createdAt, priority].join(' ');
}
