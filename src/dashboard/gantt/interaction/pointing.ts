// The pointer over the Gantt chart: drag moves the time, with Shift it chooses a range, the wheel with Ctrl zooms, two fingers zoom, a click opens a GPR.
// The plain wheel scrolls rows and page as everywhere else.

import type { GanttAnswer } from '../../../api/sim/answers.ts';
import { beginRange, beginsRange, cancelRange, drawRange, endRange } from '../../axis/range/range.ts';
import { goTo } from '../../axis/shown-past.ts';
import { gutter, instantUnderPointer, presentMs, show, shown, zoomBy } from '../../axis/shown-time.ts';
import { panned, spanOf } from '../../axis/time-window.ts';
import { pointed } from '../../page/pointed.ts';
import { chart } from '../data/chart-data.ts';
import { AXIS } from '../data/row-places.ts';
import { nameOfRow } from '../paint/name-labels.ts';
import { gprIdUnderPointer, pointer, scene } from '../scene/selected-bar.ts';
import { open, openSubject } from './chart-keys.ts';

/** A press that moves less is a click, CSS pixels. */
const CLICK_MAX = 4;
/** Zoom of a notch of a wheel, which is about 100 pixels. */
const ZOOM_PER_PIXEL = 1.002;

/** @param view the scrolled element. Returns a function that ends it. */
export function followPointer(view: HTMLElement): () => void {
  const end = new AbortController();
  const { signal } = end;
  const held = new Map<number, PointerEvent>();
  let movedBy = 0;
  let isRange = false;

  const placeOf = ({ clientX, clientY }: MouseEvent) => {
    const { left, top } = view.getBoundingClientRect();
    return { x: clientX - left - gutter.peek(), y: clientY - top - AXIS };
  };
  const instantAt = (x: number) => {
    const { fromMs } = shown.peek();
    return fromMs + x * msPerPixel();
  };

  const hover = (event: PointerEvent) => {
    const point = placeOf(event);
    const isInside = point.x >= 0 && point.y >= 0;
    pointer.value = isInside ? point : undefined;
    instantUnderPointer.value = point.x >= 0 ? instantAt(point.x) : undefined;
    const id = gprIdUnderPointer();
    pointed.value = id;
    view.title = point.x < 0 && point.y >= 0 ? rowNameAt(point.y) : '';
    view.classList.toggle('on-gpr', id !== undefined);
  };

  const drag = (event: PointerEvent) => {
    const last = held.get(event.pointerId)!;
    const dx = event.clientX - last.clientX;
    const dy = event.clientY - last.clientY;
    if (held.size === 2) {
      const other = [...held.values()].find(({ pointerId }) => pointerId !== event.pointerId)!;
      const distance = Math.max(10, Math.abs(event.clientX - other.clientX));
      const before = Math.max(10, Math.abs(last.clientX - other.clientX));
      zoomBy(before / distance, instantAt((placeOf(event).x + placeOf(other).x) / 2));
      movedBy = CLICK_MAX;
      cancelRange();
    } else if (held.size === 1) {
      movedBy += Math.abs(dx) + Math.abs(dy);
      if (movedBy < CLICK_MAX) return;
      view.setPointerCapture(event.pointerId);
      if (isRange) {
        drawRange(instantAt(placeOf(event).x));
        return;
      }
      view.classList.add('dragged');
      if (dx !== 0) show(panned(shown.peek(), -dx * msPerPixel(), presentMs.peek()));
      if (event.pointerType === 'mouse') view.scrollTop -= dy;
    }
    held.set(event.pointerId, event);
  };

  const release = (event: PointerEvent) => {
    if (held.delete(event.pointerId) && isRange && event.type === 'pointerup') endRange();
    cancelRange();
    view.classList.remove('dragged');
  };

  const on = <K extends keyof HTMLElementEventMap>(
    kind: K,
    listener: (event: HTMLElementEventMap[K]) => void,
    passive = true,
  ) => view.addEventListener(kind, listener, { signal, passive });

  on('pointerdown', (event) => {
    if (event.button !== 0) return;
    if (held.size === 0) {
      movedBy = 0;
      isRange = beginsRange(event);
      if (isRange) beginRange(instantAt(Math.max(0, placeOf(event).x)));
    }
    held.set(event.pointerId, event);
  });
  on('pointermove', (event) => {
    if (held.has(event.pointerId)) drag(event);
    hover(event);
  });
  on('pointerup', release);
  on('pointercancel', release);
  const leave = () => {
    pointer.value = undefined;
    instantUnderPointer.value = undefined;
    pointed.value = undefined;
  };
  on('pointerleave', (event) => {
    release(event);
    leave();
  });
  on('click', (event) => {
    if (movedBy >= CLICK_MAX) return;
    const point = placeOf(event);
    pointer.value = point;
    if (point.y < 0 && point.x >= 0) goTo(instantAt(point.x));
    else if (point.x < 0 && point.y >= 0) openSubject(rowAt(point.y));
    else open(gprIdUnderPointer());
  });
  on(
    'wheel',
    (event) => {
      const pixels = event.deltaMode === 1 ? 16 : 1;
      const { deltaX, deltaY, shiftKey } = event;
      if (event.ctrlKey || event.metaKey)
        zoomBy(ZOOM_PER_PIXEL ** (deltaY * pixels), instantAt(Math.max(0, placeOf(event).x)));
      else if (shiftKey || Math.abs(deltaX) > Math.abs(deltaY)) {
        const by = (deltaX === 0 ? deltaY : deltaX) * pixels * msPerPixel();
        show(panned(shown.peek(), by, presentMs.peek()));
      } else return;
      event.preventDefault();
    },
    false,
  );
  return () => {
    end.abort();
    leave();
  };
}

function rowAt(y: number): GanttAnswer['rows'][number] | undefined {
  const current = scene.peek();
  return current && chart.peek()?.answer.rows[current.rows.at(y + current.scrolled)];
}

/** The full name of the row at a height. */
function rowNameAt(y: number): string {
  const row = rowAt(y);
  return row === undefined ? '' : nameOfRow(row);
}

function msPerPixel(): number {
  return spanOf(shown.peek()) / (scene.peek()?.width ?? 1);
}
