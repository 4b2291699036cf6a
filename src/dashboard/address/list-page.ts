// The page of a list that the address has: `page=2` is the second one.

import { member, setQuery } from './route.ts';
import { checkInAddress } from './state.ts';

export interface ListPage {
  /** The first entry. */
  readonly from: number;
  readonly size: number;
  readonly go: (from: number) => void;
}

const NUMBER = /^[1-9]\d{0,6}$/;
// The pages of the events are positions.
for (const name of ['page', 'queuePage'])
  checkInAddress(
    name,
    (page) => NUMBER.test(page),
    'a number from 1',
    (place) => place !== 'events',
  );

/** @param size entries of a page */
export function listPage(size: number, name = 'page'): ListPage {
  const { value: page } = member(name);
  return {
    from: NUMBER.test(page) ? (Number(page) - 1) * size : 0,
    size,
    go: (from) => setQuery({ [name]: from === 0 ? '' : String(Math.ceil(from / size) + 1) }),
  };
}
