// What the marks, lines, stripes and colors in view mean. An entry under the pointer or with the focus makes everything else pale.

import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { visible } from '../../../looks/visible.ts';
import { WAIT_REASONS, WAIT_WORDS } from '../../../looks/wait-reasons.ts';
import { arrowKeys } from '../../page/parts/arrow-keys.ts';
import { bandOf, coloring } from '../../text/colors.ts';
import { chart, size } from '../data/chart-data.ts';
import { ENDS, hasMark, MarkIcon } from '../paint/ends.tsx';
import { lit } from '../paint/lit.ts';
import { colors, scene } from '../scene/selected-bar.ts';
import { type Entry, entriesOf, fitting, litBy, type Marks } from './in-view.ts';

/** A reader has time to read the legend, and the chart its frames. */
const RENEW_MS = 500;
/** Of an entry beside its text, CSS pixels: icon and gap. */
const BESIDE = 30;
const FONT_PX = 12;
const NARROW_MAX = 900;

const MARKS: Marks = { ends: Object.keys(ENDS) as Marks['ends'][number][], has: hasMark };

const entries = signal<readonly Entry[]>([]);
/** The name of the entry under the pointer or with the focus. */
const chosen = signal('');

/** GPR → what its color means. */
function nameOf(gpr: number): string {
  const { workspace, priority } = chart.peek()!.answer.gprs[gpr];
  if (coloring.peek() === 'priority') return bandOf(priority).name;
  return workspace === null ? 'another workspace' : workspace;
}

function wordsOf(entry: Entry): string {
  if (entry.kind === 'mark') return ENDS[entry.end].words;
  if (entry.kind === 'wait') return WAIT_WORDS[WAIT_REASONS[entry.reason]].words;
  if (entry.kind === 'color') return visible(entry.name);
  return entry.kind === 'planned' ? 'planned' : 'not read yet';
}

const ruler = new OffscreenCanvas(1, 1).getContext('2d')!;

function widthOf(words: string): number {
  ruler.font = `${FONT_PX}px ${getComputedStyle(document.body).fontFamily}`;
  return ruler.measureText(words).width + BESIDE;
}

function renew(): void {
  if (scene.peek() !== undefined) entries.value = entriesOf(scene.peek()!, MARKS, nameOf);
}

/** Between the entries. */
const onKeyDown = arrowKeys('button');

export function Legend() {
  const isRead = chart.value !== undefined;
  useEffect(() => {
    renew();
    const timer = setInterval(renew, RENEW_MS);
    const end = effect(() => {
      const entry = entries.value.find((known) => wordsOf(known) === chosen.value);
      lit.value = entry && litBy(entry, nameOf);
    });
    return () => {
      clearInterval(timer);
      end();
      lit.value = undefined;
    };
  }, [isRead, coloring.value]);
  const all = isRead ? entries.value : [];
  const words = all.map(wordsOf);
  const { width } = size.value;
  const lines = width > NARROW_MAX ? 1 : 3;
  const count = fitting(words.map(widthOf), widthOf('and 99 more'), width - 20, lines);
  return (
    <ul
      class="marks line"
      aria-label="Legend of the chart"
      style={{ '--lines': lines }}
      onKeyDown={onKeyDown}
    >
      {all.slice(0, count).map((entry, i) => (
        <li key={words[i]}>
          <button
            tabIndex={i === 0 ? 0 : -1}
            title={entry.kind === 'wait' ? WAIT_WORDS[WAIT_REASONS[entry.reason]].meaning : words[i]}
            onPointerEnter={() => (chosen.value = words[i])}
            onPointerLeave={() => (chosen.value = '')}
            onFocus={() => (chosen.value = words[i])}
            onBlur={() => (chosen.value = '')}
          >
            <Icon entry={entry} />
            {words[i]}
          </button>
        </li>
      ))}
      {count < all.length && <li title={words.slice(count).join(', ')}>and {all.length - count} more</li>}
    </ul>
  );
}

function Icon({ entry }: { readonly entry: Entry }) {
  if (entry.kind === 'mark') return <MarkIcon mark={ENDS[entry.end].mark!} />;
  if (entry.kind === 'wait') return <i class={`wait ${WAIT_REASONS[entry.reason]}`} />;
  if (entry.kind !== 'color') return <i class={entry.kind === 'unread' ? 'stripes unread' : 'stripes'} />;
  const gpr = chart.value!.answer.gprs.findIndex((_, i) => nameOf(i) === entry.name);
  return <i class="dot" style={{ '--held': colors.value[gpr] }} />;
}
