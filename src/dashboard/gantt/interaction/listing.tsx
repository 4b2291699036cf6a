// The visible bars as a table, for screen readers.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { chart } from '../data/chart-data.ts';
import { visibleBars } from '../scene/find.ts';
import { visibleRows } from '../scene/scene.ts';
import { scene } from '../scene/selected-bar.ts';
import { type BarWords, wordsOf } from './words.ts';

const BARS_MAX = 50;
/** A reader has time to read the table. */
const RENEW_MS = 2_000;

const listed = signal<readonly BarWords[]>([]);

function list(): void {
  const { value: shown } = scene;
  const { value: read } = chart;
  if (shown === undefined || read === undefined) return;
  const [from, to] = visibleRows(shown);
  const bars = visibleBars(shown, from, to).slice(0, BARS_MAX);
  listed.value = bars.map((bar) => wordsOf(read, bar));
}

export function Listing() {
  const isRead = chart.value !== undefined;
  useEffect(() => {
    list();
    const timer = setInterval(list, RENEW_MS);
    return () => clearInterval(timer);
  }, [isRead]);
  return (
    <div class="unseen">
      <table>
        <caption>The first {BARS_MAX} visible bars of the Gantt chart</caption>
        <thead>
          <tr>
            <th>GPR</th>
            <th>Row</th>
            <th>GPUs</th>
            <th>From</th>
            <th>To</th>
            <th>End</th>
          </tr>
        </thead>
        <tbody>
          {(isRead ? listed.value : []).map(({ name, row, gpus, from, to, end }, i) => (
            <tr key={i}>
              <td>{name}</td>
              <td>{row}</td>
              <td>{gpus}</td>
              <td>{from}</td>
              <td>{to}</td>
              <td>{end}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
