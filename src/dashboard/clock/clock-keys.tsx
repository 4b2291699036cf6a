// The keys of the clock. They work while no control has the focus.

import { useEffect } from 'preact/hooks';
import { closeDialog, openDialog } from '../form/dialog.tsx';
import { world } from '../live/live.ts';
import { CHART_KEYS } from '../text/key-words.ts';
import { faster, jump, pauseOrRun, slower, step, stop } from './moves.ts';

export const KEYS: readonly {
  readonly keys: readonly string[];
  readonly effect: string;
  readonly press: () => void;
}[] = [
  { keys: [' '], effect: 'Pause the clock, or let it run', press: stopOrRun },
  { keys: ['s'], effect: 'Run to the next event', press: step },
  { keys: ['+', '='], effect: 'Run faster', press: faster },
  { keys: ['-'], effect: 'Run slower', press: slower },
  { keys: ['j'], effect: 'Jump by one hour', press: () => jump('1h') },
];

/** Stops an advance, or pauses the clock or lets it run. */
function stopOrRun(): void {
  if (world.value!.clock.advance === null) pauseOrRun();
  else stop();
}

/** A button that shows the keys. While it is on the page, the keys work. */
export function Keys() {
  useEffect(() => {
    // A control that cannot be used any more loses the focus, but the user may go on pressing its key.
    let last: EventTarget | null = null;
    const note = ({ type, target }: Event) => (last = type === 'focusin' ? target : null);
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, defaultPrevented, repeat } = event;
      if (ctrlKey || metaKey || altKey || defaultPrevented || repeat) return;
      // No control but a text takes `?`. A heading is no control.
      if (document.activeElement!.matches(key === '?' ? 'input,textarea' : ':not(body,h1)')) return;
      if ((last as Element | null)?.matches(':disabled')) return;
      const found = KEYS.find(({ keys }) => keys.includes(key));
      if (found === undefined && key !== '?') return;
      event.preventDefault();
      if (found === undefined) showKeys();
      else found.press();
    };
    const end = new AbortController();
    const { signal } = end;
    addEventListener('keydown', onKey, { signal });
    addEventListener('focusin', note, { signal });
    addEventListener('pointerdown', note, { signal });
    return () => end.abort();
  }, []);
  return (
    <button
      class="small"
      data-testid="keys"
      // What had the focus has it again afterwards.
      onMouseDown={(event) => event.preventDefault()}
      onClick={showKeys}
    >
      Keys
    </button>
  );
}

function showKeys(): void {
  openDialog(
    'Keys',
    <>
      <p>They work while no control has the focus.</p>
      <dl class="keys">
        {KEYS.map(({ keys: [key], effect }) => (
          <div key={key}>
            <dt>
              <kbd>{key === ' ' ? 'Space' : key}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <p>Arrow keys move in the nodes and in the queue. In the chart, {CHART_KEYS}</p>
      <div class="buttons">
        <button onClick={closeDialog}>Close</button>
      </div>
    </>,
  );
}
