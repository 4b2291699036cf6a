import { instant, isoOf, weekdayTime } from '../../text/spans.ts';

/** The simulated instant of what a part of the page shows. */
export function AsOf({ at }: { readonly at: string | number }) {
  if (at === '') return null;
  return (
    <span class="quiet">
      at{' '}
      <time class="as-of" dateTime={isoOf(at)} title={instant(at)}>
        {weekdayTime(at)}
      </time>
    </span>
  );
}
