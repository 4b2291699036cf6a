// A table with the headers of its columns, which scrolls where it is too wide.

import type { ComponentChildren } from 'preact';
import { SortHeader } from './sort-header.tsx';

/**
 * The name of a column, perhaps with the member that sorts it: texts from the first one; with a class, numbers from the greatest one.
 */
export type Head = string | readonly [name: string, by: string | undefined, look?: 'number' | ''];

interface Props {
  readonly class?: string;
  readonly hidden?: boolean;
  readonly heads: readonly Head[];
  /** The rows. */
  readonly children: ComponentChildren;
  /** The row below all others. */
  readonly foot?: ComponentChildren;
}

/** The header of a column of buttons, which only screen readers have. */
export const ACTIONS = 'Actions';

export function Table({ heads, children, foot, ...rest }: Props) {
  return (
    <div class="scrolled">
      <table {...rest}>
        <thead>
          <tr>
            {heads.map((head) => {
              const [name, by, look] = [head].flat() as [string, string?, string?];
              return (
                <SortHeader key={name} by={by} isText={look === undefined} class={look}>
                  {name === ACTIONS ? <span class="unseen">{name}</span> : name}
                </SortHeader>
              );
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </div>
  );
}
