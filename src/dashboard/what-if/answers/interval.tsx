// An effect around zero: a dot, the interval of 80 % of the futures, and both in words.

import { differenceWords, type LikelyEffect, rangeWords, tendencyWords, type Unit } from './likely-model.ts';

interface Props {
  readonly effect: LikelyEffect;
  readonly unit: Unit;
  readonly scale: readonly [number, number];
  /** 1: shown to be worse; −1: better; 0: neither. */
  readonly verdict: number;
  /** Precedes a difference that is shown. */
  readonly before?: string;
}

export function Interval({ effect, unit, scale: [from, to], verdict, before = '' }: Props) {
  const { p10, p50, p90, shown, tends } = effect;
  const at = (value: number) => `${(100 * (value - from)) / (to - from)}%`;
  return (
    <div class="effect">
      <span class={`interval ${shown ? 'shown' : ''} ${VERDICTS[verdict + 1]}`} aria-hidden="true">
        <i class="zero" style={{ left: at(0) }} />
        <i class="range" style={{ left: at(p10), right: `calc(100% - ${at(p90)})` }} />
        <i class="middle" style={{ left: at(p50) }} />
      </span>
      <span>
        {shown ? (
          <b>{before + differenceWords(p50, unit)}</b>
        ) : (
          (tendencyWords(tends, unit) ?? 'no difference shown')
        )}{' '}
        <span class="quiet">{rangeWords(effect, unit)}</span>
      </span>
    </div>
  );
}

const VERDICTS = ['better', '', 'worse'];
