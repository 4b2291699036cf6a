// The cursor on the time axis of the Gantt chart: dragged into the past, the whole page shows the world of that instant.

import { signal } from '@preact/signals';
import { clearRange, range, setRangeEnd } from '../../axis/range/range.ts';
import { goTo, goToPresent, past, atMs as shownAtMs } from '../../axis/shown-past.ts';
import { areaWidth, gutter, presentMs, shown, startMs } from '../../axis/shown-time.ts';
import { spanOf } from '../../axis/time-window.ts';
import { instant } from '../../text/spans.ts';
import { size } from '../data/chart-data.ts';

/** While the cursor is dragged, the page shows another instant at most this often. */
const DRAG_READS_MS = 300;
/** Of the arrow keys and the page keys, in shares of the window. */
const STEP = 1 / 100;
const LEAP = 1 / 10;

/** Where the cursor is dragged, ms since the start; undefined: it is not dragged. */
const dragged = signal<number | undefined>(undefined);
let readAt = 0;

const cursorMs = () => dragged.value ?? shownAtMs.value;

export function Cursor() {
  const atMs = cursorMs();
  const window = shown.value;
  const share = (atMs - window.fromMs) / spanOf(window);
  const isInView = share >= 0 && share <= 1;
  const x = gutter.value + areaWidth.value * Math.min(1, Math.max(0, share));
  const at = startMs.value + atMs;
  return (
    <div
      class={`cursor${isInView ? '' : ' outside'}${past.value === undefined && dragged.value === undefined ? '' : ' past'}`}
      style={{ left: `${x}px`, '--gantt-height': `${size.value.height}px` }}
      role="slider"
      tabIndex={0}
      aria-label="Instant that the page shows"
      aria-valuemin={0}
      aria-valuemax={Math.round(presentMs.value)}
      aria-valuenow={Math.round(atMs)}
      aria-valuetext={past.value === undefined ? `the present, ${instant(at)}` : instant(at)}
      title="Drag into the past"
      data-testid="cursor"
      onKeyDown={onKey}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        dragged.value = cursorMs();
        event.stopPropagation();
      }}
      onPointerMove={(event) => drag(event)}
      onPointerUp={drop}
      onPointerCancel={drop}
    />
  );
}

function drag(event: PointerEvent & { readonly currentTarget: HTMLElement }): void {
  if (dragged.peek() === undefined) return;
  const { left } = event.currentTarget.parentElement!.getBoundingClientRect();
  const { fromMs } = shown.peek();
  const share = (event.clientX - left - gutter.peek()) / areaWidth.peek();
  const wanted = fromMs + share * spanOf(shown.peek());
  dragged.value = Math.min(presentMs.peek(), Math.max(0, wanted));
  event.stopPropagation();
  const now = performance.now();
  if (now < readAt + DRAG_READS_MS) return;
  readAt = now;
  goTo(dragged.value);
}

function drop(): void {
  const { value: at } = dragged;
  dragged.value = undefined;
  // Within a pixel of the present, it is the present.
  const pixel = spanOf(shown.peek()) / areaWidth.peek();
  if (at !== undefined) goTo(at > presentMs.peek() - 2 * pixel ? Number.POSITIVE_INFINITY : at);
}

function onKey(event: KeyboardEvent): void {
  const span = spanOf(shown.peek());
  const by: Readonly<Record<string, number>> = {
    ArrowLeft: -STEP,
    ArrowDown: -STEP,
    ArrowRight: STEP,
    ArrowUp: STEP,
    PageDown: -LEAP,
    PageUp: LEAP,
  };
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (Object.hasOwn(by, event.key)) goTo(cursorMs() + by[event.key] * span);
  else if (event.key === 'Home') goTo(0);
  else if (event.key === '[' || event.key === ']') setRangeEnd(event.key === '[' ? 'from' : 'to', cursorMs());
  else if (event.key === 'Escape' && range.peek() !== undefined) clearRange();
  else if (event.key === 'End' || event.key === 'Escape') goToPresent();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
