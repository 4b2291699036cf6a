// The instant that the page shows as a text, which can be typed.

import { goTo, goToPresent, past } from '../axis/past.ts';
import { show, shown, startMs } from '../axis/shown.ts';
import { TextInput } from '../form/text-input.tsx';
import { readAt } from '../live/live.ts';
import { notice } from '../page/acting.ts';
import { instant, isoOf } from '../text/spans.ts';
import { turnMs, typedInstant } from '../text/typed-instant.ts';

export function InstantField() {
  const at = past.value === undefined ? '' : instant(past.value);
  return (
    <TextInput
      label="Instant"
      data-testid="instant"
      size={24}
      placeholder="Mon 22:00"
      value={at}
      take={(text) => text !== at && take(text)}
    />
  );
}

/** A time of day is the last one up to what the page shows. */
function take(text: string): void {
  const now = past.peek() ?? readAt.peek();
  const at = Date.parse(typedInstant(text, now, isoOf(Date.parse(now) - turnMs(text))));
  const ms = at - startMs.peek();
  if (text === '') goToPresent();
  else if (ms >= 0) {
    const { fromMs, toMs } = shown.peek();
    const halfMs = (toMs - fromMs) / 2;
    if (ms < fromMs || ms > toMs) show({ fromMs: Math.max(0, ms - halfMs), toMs: ms + halfMs });
    goTo(ms);
  } else notice.value = { kind: 'problem', text: 'Write an instant after the start, such as Mon 22:00.' };
}
