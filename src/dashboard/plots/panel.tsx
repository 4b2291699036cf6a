// The plots below the Gantt chart: one at a time, or all where there is room.

import { computed, signal } from '@preact/signals';
import { useReading } from '../axis/reading/use-reading.ts';
import { instantUnderPointer, startMs } from '../axis/shown-time.ts';
import { cluster } from '../gantt/data/chart-data.ts';
import { unit } from '../live/in-unit.ts';
import { AsOf } from '../page/names/as-of.tsx';
import { arrowKeys } from '../page/parts/arrow-keys.ts';
import { instant, span } from '../text/spans.ts';
import { PlotView } from './plot.tsx';
import { chosenPlot, needsReading, readSeries, series } from './plot-data.ts';
import { binAt, PLOTS, type Plot } from './plots.ts';

/** Whether all plots fit on the screen. */
const roomForAll = matchMedia('(min-height: 1500px) and (min-width: 900px)');
const showsAll = signal(roomForAll.matches);
roomForAll.addEventListener('change', ({ matches }) => (showsAll.value = matches));

/** Free processors of a machine are never in the wrong place. */
const plots = computed(() => PLOTS.filter(({ id }) => id !== 'fragmentation' || unit.value === 'GPU'));

export function Plots() {
  useReading(readSeries, series, needsReading, [cluster.value]);
  if (showsAll.value)
    return (
      <section class="panel plots wide" aria-label="Plots">
        {plots.value.map((plot) => (
          <figure key={plot.id} class="plot" data-testid={plot.id}>
            <figcaption>
              <h2>{plot.title}</h2>
              <Value plot={plot} />
            </figcaption>
            <PlotView plot={plot} />
          </figure>
        ))}
      </section>
    );
  const shown = plots.value.find(({ id }) => id === chosenPlot.value) ?? PLOTS[0];
  return (
    <section class="panel plots wide" aria-label="Plots">
      <header>
        <Tabs chosen={shown.id} />
        <Value plot={shown} />
      </header>
      <div
        key={shown.id}
        class="plot"
        role="tabpanel"
        id="plot"
        aria-labelledby={`tab-${shown.id}`}
        data-testid={shown.id}
      >
        <PlotView plot={shown} />
      </div>
    </section>
  );
}

function Tabs({ chosen }: { readonly chosen: string }) {
  return (
    <div class="tabs" role="tablist" aria-label="Plot" onKeyDown={arrowKeys('button')}>
      {plots.value.map(({ id, title, about }) => {
        const choose = () => (chosenPlot.value = id);
        return (
          <button
            key={id}
            id={`tab-${id}`}
            role="tab"
            title={about}
            aria-selected={id === chosen}
            aria-controls="plot"
            tabIndex={id === chosen ? 0 : -1}
            onClick={choose}
            onFocus={choose}
          >
            {title}
          </button>
        );
      })}
    </div>
  );
}

/** The values at the instant under the pointer; without one, the instant of the plots. */
function Value({ plot }: { readonly plot: Plot }) {
  const { value: atMs } = instantUnderPointer;
  if (series.value === undefined) return null;
  if (atMs === undefined)
    return (
      <span class="plot-value">
        <AsOf at={startMs.value + series.value.answer.nowMs} />
      </span>
    );
  const { answer } = series.value;
  const bin = binAt(answer, atMs);
  const [first, second] = plot.columns(answer).map((column) => {
    const value = column[bin] ?? null;
    return value === null ? 'no value' : plot.text(value);
  });
  return (
    <span class="plot-value">
      <b>
        {first}
        {second !== undefined && ` ${plot.names![0]}, ${second} ${plot.names![1]}`}
        {plot.unit === 'count' && bin >= 0 && ` within ${span(answer.binMs)}`}
      </b>{' '}
      <span class="quiet">{instant(startMs.value + atMs)}</span>
    </span>
  );
}
