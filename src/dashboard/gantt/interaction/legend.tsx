// What the marks, lines, stripes and colors in view mean. An entry under the pointer or with the focus makes everything else pale.

import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { arrowKeys } from '../../page/parts/arrow-keys.ts';
import { bandOf, coloring } from '../../text/colors.ts';
import { chart, size } from '../data/chart-data.ts';
import { lit } from '../paint/lit.ts';
import { MarkIcon } from '../paint/mark.tsx';
import { colors, scene } from '../scene/selected-bar.ts';
import { type Entry, entriesOf, fitting } from './in-view.ts';

/** A reader has time to read the legend, and the chart its frames. */
const RENEW_MS = 500;
/** Of an entry beside its text, CSS pixels: icon and gap. */
const BESIDE = 30;
const FONT_PX = 12;
const NARROW_MAX = 900;

const entries = signal<readonly Entry[]>([]);
/** The words of the entry under the pointer or with the focus. */
const chosen = signal('');

/** What the color of a GPR means. */
function meaningOf(gpr: number) {
  const { workspace, priority } = chart.peek()!.answer.gprs[gpr];
  const name = coloring.peek() === 'priority' ? bandOf(priority).name : (workspace ?? 'another workspace');
  return { name, color: colors.peek()[gpr] };
}

const ruler = new OffscreenCanvas(1, 1).getContext('2d')!;

function widthOf(words: string): number {
  ruler.font = `${FONT_PX}px ${getComputedStyle(document.body).fontFamily}`;
  return ruler.measureText(words).width + BESIDE;
}

function renew(): void {
  if (scene.peek() !== undefined) entries.value = entriesOf(scene.peek()!, meaningOf);
}

/** Between the entries. */
const onKeyDown = arrowKeys('button');

export function Legend() {
  const isRead = chart.value !== undefined;
  useEffect(() => {
    renew();
    const timer = setInterval(renew, RENEW_MS);
    const end = effect(() => {
      lit.value = entries.value.find(({ words }) => words === chosen.value)?.lit;
    });
    return () => {
      clearInterval(timer);
      end();
      lit.value = undefined;
    };
  }, [isRead, coloring.value]);
  const all = isRead ? entries.value : [];
  const { width } = size.value;
  const lines = width > NARROW_MAX ? 1 : 3;
  const count = fitting(
    all.map(({ words }) => widthOf(words)),
    widthOf('and 99 more'),
    width - 20,
    lines,
  );
  return (
    <ul
      class="marks line"
      aria-label="Legend of the chart"
      style={{ '--lines': lines }}
      onKeyDown={onKeyDown}
    >
      {all.slice(0, count).map(({ words, title = words, mark, look, color }, i) => {
        const choose = () => (chosen.value = words);
        const leave = () => (chosen.value = '');
        return (
          <li key={words}>
            <button
              tabIndex={i === 0 ? 0 : -1}
              title={title}
              onPointerEnter={choose}
              onPointerLeave={leave}
              onFocus={choose}
              onBlur={leave}
            >
              {mark ? <MarkIcon mark={mark} /> : <i class={look} style={color && { '--held': color }} />}
              {words}
            </button>
          </li>
        );
      })}
      {count < all.length && (
        <li
          title={all
            .slice(count)
            .map(({ words }) => words)
            .join(', ')}
        >
          and {all.length - count} more
        </li>
      )}
    </ul>
  );
}
