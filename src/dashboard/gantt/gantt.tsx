// The Gantt chart: which GPR held, holds and will hold which GPUs over time.

import { useLayoutEffect } from 'preact/hooks';
import { useReading } from '../axis/reading/use-reading.ts';
import { past } from '../axis/shown-past.ts';
import { followNow, followsNow, panBy, showAll, startMs, zoomBy } from '../axis/shown-time.ts';
import { AsOf } from '../page/names/as-of.tsx';
import { Choice } from '../page/parts/choice.tsx';
import { ClusterSelect } from '../page/parts/cluster-select.tsx';
import { coloring } from '../text/colors.ts';
import {
  chart,
  cluster,
  needsReading,
  type OnlyRow,
  onlyRow,
  readChart,
  rowsBy,
  scrolled,
  showsWaits,
} from './data/chart-data.ts';
import { InstantField } from './instant-field.tsx';
import { Legend } from './interaction/legend.tsx';
import { Listing } from './interaction/listing.tsx';
import { RangeButton, RangeLine } from './range-totals.tsx';
import { select } from './scene/selected-bar.ts';
import { View } from './view.tsx';

/** @param only the node, the workspace or the cluster of the page; undefined: the user chooses the rows */
export function Gantt({ only }: { readonly only?: OnlyRow }) {
  useLayoutEffect(() => {
    onlyRow.value = only;
    scrolled.value = 0;
    return () => {
      onlyRow.value = undefined;
    };
  }, [JSON.stringify(only)]);
  const { value: withWaits } = showsWaits;
  useReading(readChart, chart, needsReading, [rowsBy.value, cluster.value, onlyRow.value, withWaits]);
  return (
    <section
      class={only?.node || only?.workspace ? 'panel gantt wide one-row' : 'panel gantt wide'}
      data-testid="gantt"
      aria-label="Gantt chart"
    >
      <header>
        <h2>GPUs over time</h2>
        {only === undefined && (
          <>
            <RowsSwitch />
            <ClusterSelect
              label="Cluster of the chart"
              value={cluster.value}
              testId="gantt-cluster"
              choose={(chosen) => {
                cluster.value = chosen;
                scrolled.value = 0;
              }}
            />
          </>
        )}
        <label>
          <input
            type="checkbox"
            checked={withWaits}
            data-testid="show-waits"
            onChange={(event) => (showsWaits.value = event.currentTarget.checked)}
          />{' '}
          Waits
        </label>
        <RangeButton />
        <WindowButtons />
        <InstantField />
        <AsOf at={past.value === undefined && chart.value ? startMs.value + chart.value.answer.nowMs : ''} />
        <div class="legend">
          <ColorSwitch />
          <Legend />
        </div>
      </header>
      <View />
      <RangeLine hasTotals={only === undefined} />
      <Listing />
    </section>
  );
}

function RowsSwitch() {
  return (
    <Choice
      label="Rows of the chart"
      isUnseen
      testId="gantt-rows"
      value={rowsBy.value}
      choices={[
        ['nodes', 'by node'],
        ['workspaces', 'by workspace'],
      ]}
      choose={(chosen) => {
        rowsBy.value = chosen as typeof rowsBy.value;
        scrolled.value = 0;
        select(undefined);
      }}
    />
  );
}

function ColorSwitch() {
  return (
    <Choice
      label="Color GPUs by"
      isUnseen
      value={coloring.value}
      choices={[
        ['workspace', 'the largest workspaces'],
        ['priority', 'priority'],
      ]}
      choose={(by) => (coloring.value = by as typeof coloring.value)}
    />
  );
}

function WindowButtons() {
  return (
    <fieldset class="window-buttons line">
      <legend class="unseen">Shown time</legend>
      <button title="Earlier (Shift ←)" aria-label="Earlier" onClick={() => panBy(-1 / 4)}>
        ◀
      </button>
      <button title="Later (Shift →)" aria-label="Later" onClick={() => panBy(1 / 4)}>
        ▶
      </button>
      <button title="Zoom out (−, Ctrl + wheel)" aria-label="Zoom out" onClick={() => zoomBy(2)}>
        −
      </button>
      <button
        title="Zoom in (+, Ctrl + wheel)"
        aria-label="Zoom in"
        data-testid="zoom-in"
        onClick={() => zoomBy(1 / 2)}
      >
        +
      </button>
      <button title="The whole time (0)" onClick={showAll}>
        All
      </button>
      <button
        class={followsNow.value ? 'primary' : ''}
        aria-pressed={followsNow.value}
        title="Follow the present (End)"
        data-testid="follow-now"
        onClick={() => followNow()}
      >
        Follow now
      </button>
    </fieldset>
  );
}
