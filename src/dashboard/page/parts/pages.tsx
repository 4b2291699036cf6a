import { useEffect } from 'preact/hooks';
import type { ListPage } from '../../address/list-page.ts';
import { counted, number } from '../../text/spans.ts';

interface Props extends ListPage {
  readonly label: string;
  /** What an entry is. */
  readonly what?: string;
  /** Of all entries. */
  readonly total: number;
  /** Whether `total` is of the chosen page, no longer of what was shown before. */
  readonly isRead?: boolean;
}

/** Moves between pages of a long list; nothing if there is one page. */
export function Pages({ label, what = 'GPR', total, from, size, go, isRead = true }: Props) {
  useEffect(() => {
    // The list has become shorter.
    if (isRead && from > 0 && from >= total) go(Math.max(0, Math.ceil(total / size) - 1) * size);
  }, [from, total, size, isRead]);
  if (total <= size && from === 0) return null;
  return (
    <nav class="pages" aria-label={label}>
      <button data-testid="previous-page" disabled={from === 0} onClick={() => go(Math.max(0, from - size))}>
        Previous
      </button>
      <span>
        {number(from + 1)}–{number(Math.min(total, from + size))} of {counted(total, what)}
      </span>
      <button data-testid="next-page" disabled={from + size >= total} onClick={() => go(from + size)}>
        Next
      </button>
    </nav>
  );
}
