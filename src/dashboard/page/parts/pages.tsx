import { useEffect } from 'preact/hooks';
import { counted, number } from '../../text/spans.ts';
import { checkInAddress } from '../address/bound.ts';
import { query, setQuery } from '../address/route.ts';

interface Props {
  readonly label: string;
  /** What an entry is. */
  readonly what?: string;
  /** Of all entries. */
  readonly total: number;
  readonly from: number;
  readonly size: number;
  readonly go: (from: number) => void;
  /** Whether `total` is of the chosen page, no longer of what was shown before. */
  readonly isRead?: boolean;
}

const NUMBER = /^[1-9]\d{0,6}$/;
// The pages of the events are positions.
for (const name of ['page', 'queuePage', 'nodesPage'])
  checkInAddress(
    name,
    (page) => NUMBER.test(page),
    'a number from 1',
    (place) => place !== 'events',
  );

/** The page of a list that the address has: `page=2` is the second one. @param size entries of a page */
export function usePage(size: number, name = 'page'): Pick<Props, 'from' | 'size' | 'go'> {
  const from = fromOf(query.value[name], size);
  return { from, size, go: (next) => setQuery({ [name]: pageOf(next, size) }) };
}

/** The first entry of a page of the address. */
export function fromOf(page: string | undefined, size: number): number {
  return NUMBER.test(page ?? '') ? (Number(page) - 1) * size : 0;
}

/** The page that begins with an entry, for the address; undefined: the first one. */
export function pageOf(from: number, size: number): string | undefined {
  return from === 0 ? undefined : String(Math.ceil(from / size) + 1);
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
