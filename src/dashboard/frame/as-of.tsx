import { instant, shortInstant } from '../text/spans.ts';

/** Names the simulated instant of what a part of the page shows. */
export function AsOf({ at }: { readonly at: string | number }) {
  if (at === '') return null;
  const { dateTime, title } = { dateTime: new Date(at).toISOString(), title: instant(at) };
  return (
    <span class="quiet">
      at{' '}
      <time class="as-of" dateTime={dateTime} title={title}>
        {shortInstant(at, at)}
      </time>
    </span>
  );
}
