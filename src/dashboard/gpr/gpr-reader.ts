// What the page of a GPR reads.

import type { EstimatePage, ExplanationAnswer, GprRecord } from '../../api/sim/answers.ts';
import { readInstant } from '../session/read-instant.ts';
import { read, readAnswered } from '../session/server-call.ts';
import { joined } from './estimate-lines.ts';

export interface KnownGpr {
  readonly record: GprRecord;
  readonly explanation: ExplanationAnswer;
  /** The simulated instant of the explanation, ISO 8601. */
  readonly at: string;
  readonly estimates: EstimatePage;
}

const CHANGES_AT_ONCE = 10_000;

/** Reads one GPR again and again, each time only the changes of estimates that are new. */
export class GprReader {
  readonly #gprId: string;
  #estimates: EstimatePage | undefined;
  /** The instant of `#estimates`; undefined: the present. */
  #at: string | undefined;

  constructor(gprId: string) {
    this.#gprId = gprId;
  }

  /** @throws Refusal 404 if there is no such GPR, or the caller may not see it */
  async read(): Promise<KnownGpr> {
    const gprId = this.#gprId;
    const [record, { data: explanation, at }, estimates] = await Promise.all([
      read<GprRecord>('api/v1/gpr/gpr', { gprId }),
      readAnswered<ExplanationAnswer>(`sim/explain/${encodeURIComponent(gprId)}`),
      this.#readEstimates(),
    ]);
    return { record, explanation, at, estimates };
  }

  /** Reads what is new. If a wait has no start yet, it may have one since its last change. */
  async #readEstimates(): Promise<EstimatePage> {
    const path = `sim/gprs/${encodeURIComponent(this.#gprId)}/estimates`;
    const at = readInstant.peek();
    if (at !== this.#at) this.#estimates = undefined;
    this.#at = at;
    let known = this.#estimates;
    const open = known?.waits.at(-1);
    let after = known?.next ?? 0;
    if (open?.startedAt === null) after = open.estimates[open.estimates.length - 1].number - 1;
    for (;;) {
      const page: EstimatePage = await read(path, { after, limit: CHANGES_AT_ONCE });
      const isSame = known === undefined || known.branch === page.branch;
      known = isSame ? { ...page, waits: joined(known?.waits ?? [], page.waits) } : undefined;
      after = isSame ? page.next : 0;
      if (known === undefined || page.next < page.last) continue;
      this.#estimates = known;
      return known;
    }
  }
}
