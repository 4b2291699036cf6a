// The ends of the range as texts, which can be typed.

import { useEffect, useState } from 'preact/hooks';
import type { TotalsAnswer } from '../../control/answers.ts';
import { past } from '../axis/past.ts';
import { choose, isChoosing, range } from '../axis/range.ts';
import { show, shown, startMs } from '../axis/shown.ts';
import { TextInput } from '../form/text-input.tsx';
import { readAt } from '../live/live.ts';
import { read } from '../session/call.ts';
import { sentenceOf } from '../session/failures.ts';
import { plain } from '../text/plain.ts';
import { instant, isoOf } from '../text/spans.ts';
import { turnMs, typedInstant } from '../text/typed-instant.ts';

interface Ends {
  readonly from?: string;
  readonly to?: string;
}

/** The number of the latest entry. The answer to an earlier one is dropped, also if another range has been chosen since. */
let asked = 0;

export function RangeFields() {
  /** What was typed and is not a range yet. */
  const [typed, setTyped] = useState<Ends>({});
  const [why, setWhy] = useState('');
  const known = range.value;
  const reset = () => {
    setTyped({});
    setWhy('');
  };
  useEffect(reset, [known]);
  const iso = (ms: number) => isoOf(startMs.value + Math.round(ms));
  const take = async (ends: Ends) => {
    setTyped(ends);
    asked += 1;
    const mine = asked;
    const before = range.peek();
    const isLatest = () => mine === asked && range.peek() === before;
    const now = past.value ?? readAt.value;
    const { fromMs, toMs } = before ?? { ...shown.value, toMs: Date.parse(now) - startMs.value };
    // A time of day is the last one of the shown time, or the first one after the beginning of the range.
    const { value: window } = shown;
    const from = ends.from
      ? typedInstant(ends.from, now, iso(window.toMs - turnMs(ends.from)))
      : iso(Math.max(0, fromMs));
    const to = ends.to ? typedInstant(ends.to, now, from) : iso(toMs);
    try {
      const totals = await read<TotalsAnswer>('sim/totals', { from, to });
      if (!isLatest()) return;
      // The answer ends at the present.
      const endMs = Math.max(totals.toMs, Date.parse(to) - startMs.value || 0);
      if (totals.fromMs < endMs) {
        choose(totals.fromMs, endMs);
        const marginMs = (endMs - totals.fromMs) / 10;
        if (totals.fromMs < window.fromMs || endMs > window.toMs)
          show({ fromMs: Math.max(0, totals.fromMs - marginMs), toMs: endMs + marginMs });
        reset();
      } else setWhy(plain(`"to" must lie after "from", ${from}`));
    } catch (error) {
      if (isLatest()) setWhy(sentenceOf(error));
    }
  };
  const field = (end: 'from' | 'to', label: string) => (
    <TextInput
      id={`range-${end}`}
      label={label}
      size={24}
      data-testid={`range-${end}`}
      placeholder="Mon 22:00"
      value={typed[end] ?? (known === undefined ? '' : instant(iso(known[`${end}Ms`])))}
      take={(text) => void take({ ...typed, [end]: text })}
    />
  );
  return (
    <>
      {isChoosing.value && <span role="status">Drag over the chart, or type:</span>}
      {field('from', 'From')}
      {field('to', 'To')}
      {why !== '' && (
        <span class="problem" role="alert">
          {why}
        </span>
      )}
    </>
  );
}
