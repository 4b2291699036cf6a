// The canvases of the Gantt chart, with pointer and keys.

import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isChoosing } from '../axis/range/range.ts';
import { presentMs, shown, startMs } from '../axis/shown-time.ts';
import { world } from '../live/live.ts';
import { may } from '../page/acting/acting.ts';
import { CHART_KEYS } from '../text/key-words.ts';
import { counted, instant } from '../text/spans.ts';
import { chart, rows, scrolled, size } from './data/chart-data.ts';
import { AXIS } from './data/row-places.ts';
import { choose, onKey } from './interaction/chart-keys.ts';
import { Cursor } from './interaction/cursor.tsx';
import { followPointer } from './interaction/pointing.ts';
import { Tooltip } from './interaction/tooltip.tsx';
import { sentenceOf, wordsOf } from './interaction/words.ts';
import { drawing } from './paint/drawing.ts';
import { selected } from './scene/selected-bar.ts';

export function View() {
  const view = useRef<HTMLDivElement>(null);
  const base = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = view.current!;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      size.value = { width, height, ratio: devicePixelRatio };
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(element.firstElementChild!);
    measure();
    const ends = [drawing(base.current!, overlay.current!), followPointer(element)];
    const endScroll = effect(() => {
      if (element.scrollTop !== scrolled.value) element.scrollTop = scrolled.value;
    });
    return () => {
      observer.disconnect();
      endScroll();
      for (const end of ends) end();
    };
  }, []);
  return (
    <div class="gantt-frame">
      <div
        ref={view}
        class={isChoosing.value ? 'gantt-view choosing' : 'gantt-view'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move between the bars.
        tabIndex={0}
        role="application"
        aria-label={summary()}
        aria-describedby="gantt-keys"
        onKeyDown={onKey}
        onBlur={() => choose(undefined)}
        onScroll={(event) => (scrolled.value = event.currentTarget.scrollTop)}
      >
        <div class="gantt-rows" style={{ '--rows-height': `${rows.value.height + AXIS}px` }}>
          <div class="gantt-canvases" hidden={chart.value === undefined}>
            <canvas ref={base} />
            <canvas ref={overlay} />
          </div>
        </div>
      </div>
      {chart.value !== undefined && <Cursor />}
      <Tooltip />
      {!chart.value?.bars.size && <p class="gantt-empty">{nothing()}</p>}
      <p class="unseen" id="gantt-keys">
        {CHART_KEYS}
      </p>
      <p class="unseen" role="status">
        {selected.value && chart.value && sentenceOf(wordsOf(chart.value, selected.value))}
      </p>
    </div>
  );
}

/** Why there is no bar. */
function nothing(): string {
  if (chart.value === undefined) return 'Reading…';
  if (chart.value.answer.rowsTotal === 0) return 'Nothing to show: the scenario has no such rows.';
  if (presentMs.value === 0 && may('setClock'))
    return 'The world begins here: Run, Step or Jump lets time pass.';
  return 'No GPR held GPUs in this time.';
}

/** What the chart shows. It changes with the readings, not with the simulated time. */
function summary(): string {
  if (chart.value === undefined || world.value === undefined) return 'Gantt chart';
  const { answer, bars } = chart.value;
  const what = chart.value.by.rows === 'nodes' ? 'node' : 'workspace';
  const { fromMs, toMs } = shown.peek();
  const window = `${instant(startMs.value + fromMs)} to ${instant(startMs.value + toMs)}`;
  return `Gantt chart of ${counted(answer.rowsTotal, what)}, ${window}: ${counted(bars.size, 'bar')} of ${counted(answer.gprs.length, 'GPR')}`;
}
