// The instant that the page shows as a text, which can be typed.

import { goTo, goToPresent, past, pastInstant } from '../axis/shown-past.ts';
import { show, shown } from '../axis/shown-time.ts';
import { TextInput } from '../form/text-input.tsx';
import { instant } from '../text/spans.ts';

export function InstantField() {
  const at = past.value === undefined ? '' : instant(past.value);
  return (
    <TextInput
      label="Instant"
      data-testid="instant"
      size={19}
      placeholder="Mon 22:00"
      value={at}
      take={(text) => text !== at && take(text)}
    />
  );
}

function take(text: string): void {
  if (text === '') {
    goToPresent();
    return;
  }
  const ms = pastInstant(text);
  const { fromMs, toMs } = shown.peek();
  const halfMs = (toMs - fromMs) / 2;
  if (ms < fromMs || ms > toMs) show({ fromMs: Math.max(0, ms - halfMs), toMs: ms + halfMs });
  goTo(ms);
}
