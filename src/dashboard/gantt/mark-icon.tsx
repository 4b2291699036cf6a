import type { Mark } from './ends.ts';

/** The mark of an end, as in the chart. */
export function MarkIcon({ mark }: { readonly mark: Mark }) {
  return (
    <svg class="mark" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      {mark === 'evicted' && <path d="M6 2 10 10H2Z" />}
      {mark === 'node' && <path class="stroked" d="M2 2 10 10M10 2 2 10" />}
      {mark === 'time' && <circle class="stroked" cx="6" cy="6" r="4" />}
      {mark === 'failed' && <rect x="2" y="2" width="8" height="8" />}
    </svg>
  );
}
