// What the marks, lines, stripes and colors of the chart mean. An entry under the pointer or with the focus makes everything else pale.

import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { visible } from '../../../looks/visible.ts';
import { WAIT_REASONS, WAIT_WORDS } from '../../../looks/wait-reasons.ts';
import { arrowKeys } from '../../page/parts/arrow-keys.ts';
import { legend, meaningOf } from '../../text/colors.ts';
import type { Bar } from '../data/bars.ts';
import { chart } from '../data/chart-data.ts';
import { ENDS, type Mark } from '../paint/ends.ts';
import { lit } from '../paint/lit.ts';
import { MarkIcon } from '../paint/mark.tsx';
import type { Lit } from '../scene/scene.ts';

interface Entry {
  readonly words: string;
  /** If it is more than the words. */
  readonly title?: string;
  /** Its icon: a mark, or an element with a class, and perhaps with a color. */
  readonly mark?: Mark | undefined;
  readonly look?: string;
  readonly color?: string;
  /** What stays in its full color beside it. */
  readonly lit: Lit;
}

/** The words of the entry under the pointer or with the focus. */
const chosen = signal('');

const bars = (bar: Lit['bar']): Lit => ({ bar, reason: () => false });

const FORMS: readonly Entry[] = [
  ...(Object.keys(ENDS) as Bar['end'][])
    .filter((end) => ENDS[end].mark !== undefined)
    .map((end) => ({ ...ENDS[end], lit: bars((bar) => bar.end === end) })),
  { words: 'planned', look: 'stripes', lit: bars(({ kind }) => kind === 'planned') },
  ...WAIT_REASONS.map((reason) => ({
    words: WAIT_WORDS[reason].words,
    title: WAIT_WORDS[reason].meaning,
    look: `wait ${reason}`,
    lit: { bar: () => false, reason: (number: number) => WAIT_REASONS[number] === reason },
  })),
];

function entries(): readonly Entry[] {
  const meaning = (gpr: number) => meaningOf(chart.peek()!.answer.gprs[gpr]);
  const colors = legend().map(({ name, color }) => ({
    words: visible(name),
    look: 'dot',
    color,
    lit: bars(({ gpr }) => gpr >= 0 && meaning(gpr) === name),
  }));
  return [...colors, ...FORMS];
}

/** Between the entries. */
const onKeyDown = arrowKeys('button');

export function Legend() {
  useEffect(() => {
    const end = effect(() => {
      lit.value = entries().find(({ words }) => words === chosen.value)?.lit;
    });
    return () => {
      end();
      lit.value = undefined;
    };
  }, []);
  return (
    <ul class="marks line" aria-label="Legend of the chart" onKeyDown={onKeyDown}>
      {entries().map(({ words, title = words, mark, look, color }, i) => {
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
    </ul>
  );
}
