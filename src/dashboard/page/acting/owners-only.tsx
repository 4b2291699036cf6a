// What a place of Owners shows to others: where they can go.

import { addressOf } from '../../address/route.ts';

/** @param may what only Owners do */
export function OwnersOnly({ may }: { readonly may: string }) {
  return (
    <p class="empty" data-testid="owners-only">
      Only Owners {may}. <a href={addressOf()}>Overview</a> <a href={addressOf('gprs')}>GPRs</a>
    </p>
  );
}
