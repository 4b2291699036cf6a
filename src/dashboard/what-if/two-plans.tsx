// Two plans one above the other on one time axis: the bars of GPRs that differ have their colors, all others are pale.

import { signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { DifferencesAnswer, GanttAnswer } from '../../api/sim/answers.ts';
import { fit } from '../axis/paint/fit.ts';
import { palette } from '../axis/paint/palette.ts';
import { onceAFrame } from '../axis/reading/once-a-frame.ts';
import { startMs } from '../axis/shown-time.ts';
import { type Bar, Bars } from '../gantt/data/bars.ts';
import { AXIS, Rows } from '../gantt/data/row-places.ts';
import { widthOfNames } from '../gantt/paint/name-labels.ts';
import { drawOverlay } from '../gantt/paint/overlay.ts';
import { newPainter } from '../gantt/paint/painter.ts';
import { barAt } from '../gantt/scene/find.ts';
import type { Scene } from '../gantt/scene/scene.ts';
import { pointed } from '../page/pointed.ts';
import { colorOf } from '../text/colors.ts';
import { counted, instant, shortInstant } from '../text/spans.ts';

/** Height that a plan fills if its rows can, CSS pixels. */
const ROOM = 260;
const GUTTER_MIN = 56;
const GUTTER_SHARE = 0.2;

interface Props {
  readonly charts: NonNullable<DifferencesAnswer['charts']>;
  /** What the plans are called. */
  readonly titles: readonly [string, string];
}

/** The instant under the pointer, ms since the start. */
const pointerMs = signal<number | undefined>(undefined);

export function TwoPlans({ charts, titles }: Props) {
  const { rows, rowsTotal } = charts.with;
  return (
    <div class="two-plans">
      {(['without', 'with'] as const).map((side, i) => (
        <figure key={side}>
          <figcaption class="quiet">{titles[i]}</figcaption>
          <Plan chart={charts[side]} differing={charts.differing} title={titles[i]} testId={`plan-${side}`} />
        </figure>
      ))}
      <p class="quiet padded" role="status" data-testid="pointed-plan">
        {pointed.value === undefined
          ? 'Bars in full color differ. Point at one to see it in both plans.'
          : pointedWords(charts, pointed.value)}
        {rowsTotal > rows.length && ` ${counted(rowsTotal - rows.length, 'row')} left out.`}
      </p>
    </div>
  );
}

/** When a GPR holds GPUs in both plans. */
function pointedWords({ without, with: changed }: Props['charts'], id: string): string {
  const gpr = [...without.gprs, ...changed.gprs].find(({ gprId }) => gprId === id);
  const spansOf = ({ bars, gprs, nowMs }: GanttAnswer) => {
    const spans = bars.gpr.flatMap((of, i) => {
      if (of < 0 || gprs[of].gprId !== id) return [];
      const from = startMs.value + bars.fromMs[i];
      const to =
        bars.toMs[i] === null ? '' : shortInstant(startMs.value + bars.toMs[i]!, startMs.value + nowMs);
      return [`${shortInstant(from, startMs.value + nowMs)} – ${to}`];
    });
    return spans.length === 0 ? 'no GPUs' : [...new Set(spans)].join(', ');
  };
  const name = gpr ? `${gpr.gprName} (${gpr.workspace}, priority ${gpr.priority}): ` : '';
  return `${name}above ${spansOf(without)}; below ${spansOf(changed)}.`;
}

interface PlanShown {
  readonly chart: GanttAnswer;
  readonly differing: readonly string[];
  readonly title: string;
  readonly testId: string;
}

function Plan({ chart, differing, title, testId }: PlanShown) {
  const view = useRef<HTMLDivElement>(null);
  const rows = useMemo(
    () =>
      new Rows(
        chart.rows.map(({ lanes }) => lanes),
        ROOM,
      ),
    [chart],
  );
  const height = AXIS + rows.height;
  useEffect(() => {
    const element = view.current!;
    const [base, overlay] = element.querySelectorAll('canvas');
    const painter = newPainter(base);
    const context = overlay.getContext('2d')!;
    const { fontFamily } = getComputedStyle(element);
    const bars = new Bars(chart.bars, chart.rows.length);
    const window = { fromMs: chart.fromMs, toMs: chart.toMs };
    const size = signal({ width: 0, ratio: 1 });
    const marked = new Set<string | null>(differing);
    const differs = chart.gprs.map(({ gprId }) => marked.has(gprId));
    const gutterOf = (width: number) => {
      const names = widthOfNames(context, chart.rows, fontFamily);
      return Math.round(Math.max(GUTTER_MIN, Math.min(width * GUTTER_SHARE, names)));
    };
    const sceneOf = (): Scene => {
      const { width, ratio } = size.value;
      return {
        bars,
        rows,
        window,
        read: window,
        nowMs: chart.nowMs,
        shownMs: chart.nowMs,
        width: Math.max(1, width - gutterOf(width)),
        height: rows.height,
        scrolled: 0,
        ratio,
      };
    };
    const measure = () => {
      const width = element.clientWidth;
      const ratio = devicePixelRatio;
      for (const canvas of [base, overlay]) fit(canvas, width, height, ratio);
      size.value = { width, ratio };
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    const ends = [
      onceAFrame(() => {
        const scene = sceneOf();
        const look = {
          palette: palette.value,
          fontFamily,
          gutter: gutterOf(size.value.width),
          rows: chart.rows,
          gprs: chart.gprs,
          startMs: startMs.value,
          colors: chart.gprs.map(colorOf),
          lit: { bar: ({ gpr }: Bar) => differs[gpr] ?? false, reason: () => false },
        };
        return () => painter.paint(scene, look);
      }),
      onceAFrame(() => {
        const scene = sceneOf();
        const id = pointed.value;
        const marked = {
          palette: palette.value,
          gutter: gutterOf(size.value.width),
          pointerMs: pointerMs.value,
          fontFamily,
          gpr: id === undefined ? -1 : chart.gprs.findIndex(({ gprId }) => gprId === id),
        };
        return () => drawOverlay(context, { ...scene, nowMs: chart.fromMs }, marked);
      }),
    ];
    const move = ({ clientX, clientY }: PointerEvent) => {
      const scene = sceneOf();
      const { left, top } = element.getBoundingClientRect();
      const x = clientX - left - gutterOf(size.peek().width);
      const y = clientY - top - AXIS;
      const bar = x < 0 || y < 0 ? undefined : barAt(scene, x, y);
      pointed.value = (bar && chart.gprs[bar.gpr]?.gprId) ?? undefined;
      pointerMs.value = x < 0 ? undefined : window.fromMs + (x / scene.width) * (window.toMs - window.fromMs);
    };
    const leave = () => {
      pointed.value = undefined;
      pointerMs.value = undefined;
    };
    element.onpointermove = move;
    element.onpointerleave = leave;
    // A program that watches the page cannot read pixels.
    Object.assign(element.dataset, { from: chart.fromMs, to: chart.toMs, bars: bars.size });
    return () => {
      leave();
      observer.disconnect();
      for (const end of ends) end();
    };
  }, [chart, differing, rows]);
  return (
    <div
      ref={view}
      class="plan"
      role="img"
      data-testid={testId}
      style={{ height: `${height}px` }}
      aria-label={`${title}: ${counted(chart.bars.row.length, 'bar')} of ${counted(chart.gprs.length, 'GPR')}, ${instant(startMs.value + chart.fromMs)} to ${instant(startMs.value + chart.toMs)}.`}
    >
      <canvas />
      <canvas />
    </div>
  );
}
