import { readAt } from '../../live/live.ts';
import { instant, isoOf, weekdayTime } from '../../text/spans.ts';

/** The simulated instant of what a part of the page shows. It is seen if it is another one than that of the page. */
export function AsOf({ at }: { readonly at: string | number }) {
  if (at === '') return null;
  return (
    <span class={isoOf(at) === readAt.value ? 'quiet of-page' : 'quiet'}>
      at{' '}
      <time class="as-of" dateTime={isoOf(at)} title={instant(at)}>
        {weekdayTime(at)}
      </time>
    </span>
  );
}
