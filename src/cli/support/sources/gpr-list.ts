import type { GprPage, ListedGpr } from '../../../api/sim/answers.ts';
import type { Session } from './session.ts';

/** The most GPRs in one answer. */
const PAGE = 1000;

/** '' and undefined select all. */
interface GprSelection {
  readonly state?: string | undefined;
  readonly workspace?: string | undefined;
  readonly cluster?: string | undefined;
  /** Why they wait, separated by commas. */
  readonly reason?: string | undefined;
  /** A member, after `-` the greatest first; undefined: the order of the queue. */
  readonly sort?: string | undefined;
  readonly estimates?: boolean;
  /** ISO 8601; undefined: that of the session. */
  readonly at?: string;
}

/** All GPRs of a selection, as of the instant of the first page. */
export async function listGprs(session: Session, selection: GprSelection): Promise<GprPage> {
  const wanted = new URLSearchParams();
  const { estimates = true, ...filters } = selection;
  for (const [name, value] of Object.entries({ ...filters, estimates: String(estimates) }))
    if (value !== undefined && value !== '') wanted.set(name, value);
  const gprs: ListedGpr[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const path = `/sim/gprs?${wanted}&offset=${offset}&limit=${PAGE}`;
    // The estimates of a long queue take long.
    const page = await session.call<GprPage>('GET', path, undefined, estimates);
    gprs.push(...page.gprs);
    wanted.set('at', page.now);
    if (offset + PAGE >= page.total) return { ...page, gprs };
  }
}
