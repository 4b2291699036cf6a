import { useEffect } from 'preact/hooks';
import { counted } from '../text/spans.ts';

interface Shown {
  readonly label: string;
  /** What an entry is. */
  readonly what?: string;
  /** Of all entries. */
  readonly total: number;
  readonly from: number;
  readonly size: number;
  readonly go: (from: number) => void;
}

/** Moves between pages of a long list; nothing if there is one page. */
export function Pages({ label, what = 'GPR', total, from, size, go }: Shown) {
  useEffect(() => {
    // The list has become shorter.
    if (from > 0 && from >= total) go(Math.max(0, Math.ceil(total / size) - 1) * size);
  }, [from, total, size]);
  if (total <= size && from === 0) return null;
  return (
    <nav class="pages" aria-label={label}>
      <button
        type="button"
        data-testid="previous-page"
        disabled={from === 0}
        onClick={() => go(Math.max(0, from - size))}
      >
        Previous
      </button>
      <span>
        {(from + 1).toLocaleString('en-US')}–{Math.min(total, from + size).toLocaleString('en-US')} of{' '}
        {counted(total, what)}
      </span>
      <button
        type="button"
        data-testid="next-page"
        disabled={from + size >= total}
        onClick={() => go(from + size)}
      >
        Next
      </button>
    </nav>
  );
}
