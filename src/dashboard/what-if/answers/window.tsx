// The starts within a day at which a node may be taken away, and how much longer all GPRs together then wait.

import type { LikelyDifferencesAnswer } from '../../../api/sim/answers.ts';
import { linkTo } from '../../address/route.ts';
import { world } from '../../live/live.ts';
import { nameOf } from '../../page/names/linked.tsx';
import { capital } from '../../text/plain.ts';
import { counted, isoOf, number, weekdayTime } from '../../text/spans.ts';
import { startsOf } from '../asking.ts';
import { type Change, memberOf, wordsOf } from '../question.ts';
import { ALL_WAITS, differenceWords, effectWords, type LikelyEffect, scaleOf } from './likely-model.ts';

interface Props {
  readonly change: Change;
  /** Of the first starts. */
  readonly answers: readonly LikelyDifferencesAnswer[];
  readonly total: number;
}

interface Start {
  readonly at: string;
  readonly effect: LikelyEffect;
}

export function Window({ change, answers, total }: Props) {
  const starts = startsOf(answers[0]!.at)
    .slice(0, answers.length)
    .map((atMs, i): Start => ({ at: isoOf(atMs), effect: answers[i]!.alternatives[0]!.waitMs }));
  const scale = scaleOf(starts.map(({ effect }) => effect));
  const best = starts.reduce((least, start) => (start.effect.p50 < least.effect.p50 ? start : least));
  const others = starts.filter(
    ({ effect }) => effect.p10 <= best.effect.p90 && effect !== best.effect,
  ).length;
  const isWhole = answers.length === total;
  const refused = answers.reduce((sum, { alternatives }) => sum + alternatives[0]!.refused, 0);
  const what = wordsOf(change, nameOf, world.value!.scheduler);
  return (
    <section class="panel" aria-label="Starts">
      <header>
        <h2 data-testid="what-if-sentence">
          {isWhole ? 'Within a day: ' : 'So far: '}
          {others === 0 ? 'calmest' : 'no start is shown to be the calmest; least median'} at{' '}
          {weekdayTime(best.at).slice(0, -3)}: all waits together {effectWords(best.effect, ALL_WAITS)}.
        </h2>
        <span class="quiet">
          bar: median; line: 80 % of {number(answers[0]!.samples)} futures, until as long after the repair;
          from
          {` ${scale.map((value) => differenceWords(value, ALL_WAITS)).join(' to ')}`}
        </span>
      </header>
      <p class="padded" data-testid="window-chance">
        {capital(what)}.{' '}
        {others === 0
          ? 'It is shown to be calmer than every other start.'
          : `Within chance: the intervals of ${counted(others, 'other start')} of ${starts.length - 1} overlap with it. The futures do not decide between these.`}
        {refused > 0 &&
          ` In ${counted(refused, 'future')} of all, the node has failed by then, and nothing changes.`}
      </p>
      <ol class="starts" data-testid="starts">
        {starts.map(({ at, effect }) => (
          <li key={at}>
            <a
              class={at === best.at ? 'best' : ''}
              href={linkTo(['what-if'], memberOf({ changes: [{ ...change, at }] }))}
              title={`${weekdayTime(at)}: ${effectWords(effect, ALL_WAITS)}`}
              aria-label={`${weekdayTime(at)}: all waits together ${effectWords(effect, ALL_WAITS)}`}
            >
              <Bar effect={effect} scale={scale} />
              <span aria-hidden="true">{at.slice(11, 13)}</span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Bar({
  effect: { p10, p50, p90 },
  scale: [from, to],
}: {
  readonly effect: LikelyEffect;
  readonly scale: readonly [number, number];
}) {
  const at = (value: number) => (100 * (value - from)) / (to - from);
  const between = (a: number, b: number) => ({
    bottom: `${at(Math.min(a, b))}%`,
    height: `${Math.abs(at(a) - at(b))}%`,
  });
  return (
    <span class="bar" aria-hidden="true">
      <i class="zero" style={{ bottom: `${at(0)}%` }} />
      <i class="range" style={between(p10, p90)} />
      <i class="middle" style={between(0, p50)} />
    </span>
  );
}
