// Copies the address of what the page shows: as it is, or of this instant.

import { notice } from '../address/notice.ts';
import { addressNow } from '../address/route.ts';
import { windowMember } from '../axis/range/bound-window.ts';
import { shown, startMs } from '../axis/shown-time.ts';
import { moved } from '../axis/time-window.ts';
import { showText } from '../form/dialog.tsx';
import { readAt } from '../live/live.ts';
import { instant } from '../text/spans.ts';

/** @param at ISO 8601; '' = the link shows the present of who opens it */
export async function copyLink(at: string): Promise<void> {
  // Of an instant, the chart shows the same time, too.
  const window = windowMember(moved(shown.peek(), startMs.peek()));
  const { href } = new URL(addressNow(at === '' ? {} : { at, window }), location.href);
  try {
    await navigator.clipboard.writeText(href);
    notice.value = {
      kind: 'done',
      text: at === '' ? 'The link is copied.' : `The link to ${instant(at)} is copied.`,
    };
  } catch {
    // Browsers have no clipboard for addresses without HTTPS, but for those of this machine.
    showText('The link', href);
  }
}

export function CopyLink() {
  return (
    <>
      <button title="Copy a link to this view" data-testid="copy-link" onClick={() => copyLink('')}>
        Copy link
      </button>
      <button
        title="Copy a link to this view at this instant"
        data-testid="copy-link-at"
        onClick={() => copyLink(readAt.peek())}
      >
        Copy instant
      </button>
    </>
  );
}
