// Leaves the chosen range.

import { clearRange, range } from '../axis/range/range.ts';

export function WholeTime() {
  return range.value === undefined ? null : (
    <button class="small" data-testid="whole-time" onClick={clearRange}>
      Whole time
    </button>
  );
}
