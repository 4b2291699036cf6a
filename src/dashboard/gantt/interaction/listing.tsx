// The visible bars as a table, for screen readers.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Table } from '../../page/parts/table.tsx';
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
      <p>The first {BARS_MAX} visible bars of the Gantt chart</p>
      <Table heads={['GPR', 'Row', 'GPUs', 'From', 'To', 'End']}>
        {(isRead ? listed.value : []).map(({ name, row, gpus, from, to, end }, i) => (
          <tr key={i}>
            {[name, row, gpus, from, to, end].map((text, j) => (
              <td key={j}>{text}</td>
            ))}
          </tr>
        ))}
      </Table>
    </div>
  );
}
