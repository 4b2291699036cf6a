// The header of a column by which a list can be sorted. The address has the order: `sort=waited`, or `-waited` for the greatest
// first.

import type { ComponentChildren } from 'preact';
import { member, setQuery } from '../../address/route.ts';

interface Props {
  /** The member that sorts; undefined or '': none. */
  readonly by: string | undefined;
  /** Texts are sorted from the first one, numbers from the greatest one on. */
  readonly isText: boolean;
  readonly class: string | undefined;
  readonly children: ComponentChildren;
}

export function SortHeader({ by, isText, class: look, children }: Props) {
  if (!by) return <th class={look}>{children}</th>;
  const { value: sort } = member('sort');
  const order = sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : undefined;
  const [first, second] = isText ? [by, `-${by}`] : [`-${by}`, by];
  const next = sort === first ? second : sort === second ? undefined : first;
  return (
    <th class={look} aria-sort={order}>
      <button
        class="sort"
        data-testid={`sort-${by}`}
        onClick={() => setQuery({ sort: next, page: undefined })}
      >
        {children}
        <span aria-hidden="true">{order === undefined ? ' ↕' : order === 'ascending' ? ' ▲' : ' ▼'}</span>
      </button>
    </th>
  );
}
