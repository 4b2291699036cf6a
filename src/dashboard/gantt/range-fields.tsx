// The ends of the range as texts, which can be typed.

import { useEffect, useState } from 'preact/hooks';
import { choose, isChoosing, range } from '../axis/range/range.ts';
import { atMs, pastInstant } from '../axis/shown-past.ts';
import { show, shown, startMs } from '../axis/shown-time.ts';
import { TextInput } from '../form/text-input.tsx';
import { instant } from '../text/spans.ts';

export function RangeFields() {
  /** What was typed and is not a range yet, ms since the start. */
  const [typed, setTyped] = useState<{ readonly from?: number; readonly to?: number }>({});
  const known = range.value;
  useEffect(() => setTyped({}), [known]);
  const words = (ms: number) => instant(startMs.value + ms);
  const take = (end: 'from' | 'to', text: string) => {
    const ends = { ...typed, ...(text !== '' && { [end]: pastInstant(text, end, end === 'to') }) };
    setTyped(ends);
    // Without a range, the other end is the start, or the shown instant.
    const { from = known?.fromMs ?? 0, to = known?.toMs ?? atMs.peek() } = ends;
    if (from >= to) throw new RangeError(`“To” must lie after “From”, ${words(from)}.`);
    choose(from, to);
    const { fromMs, toMs } = shown.value;
    const marginMs = (to - from) / 10;
    if (from < fromMs || to > toMs) show({ fromMs: Math.max(0, from - marginMs), toMs: to + marginMs });
  };
  const field = (end: 'from' | 'to', label: string) => (
    <TextInput
      id={`range-${end}`}
      label={label}
      size={24}
      data-testid={`range-${end}`}
      placeholder="Mon 22:00"
      value={known === undefined ? '' : words(known[`${end}Ms`])}
      of={known}
      take={(text) => take(end, text)}
    />
  );
  return (
    <>
      {isChoosing.value && <span role="status">Drag over the chart, or type:</span>}
      {field('from', 'From')}
      {field('to', 'To')}
    </>
  );
}
