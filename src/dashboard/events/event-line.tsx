// An event in one line: its instant, which moves the chart there, and its words, with links.

import type { EventRecord } from '../../api/sim/answers.ts';
import { type EventWord, wordsOfEvent } from '../../wire/events.ts';
import { addressOf, linkTo } from '../address/route.ts';
import { windowMember } from '../axis/range/bound-window.ts';
import { show, shown, startMs } from '../axis/shown-time.ts';
import { moved, spanOf } from '../axis/time-window.ts';
import { instant } from '../text/spans.ts';

interface Props {
  readonly event: EventRecord;
  /** How the instant is shown. */
  readonly time: string;
}

export function EventTime({ event: { at }, time }: Props) {
  const atMs = Date.parse(at) - startMs.value;
  const half = spanOf(shown.value) / 2;
  const fromMs = Math.max(0, Math.round(atMs - half));
  const window = { fromMs, toMs: fromMs + Math.round(2 * half) };
  return (
    <a
      class="event-time"
      title={`${instant(at)}: show it in the chart`}
      href={linkTo([], { window: windowMember(moved(window, startMs.value)), mark: at })}
      onClick={() => show(window)}
    >
      <time dateTime={at}>{time}</time>
    </a>
  );
}

export function EventWords({ event }: { readonly event: EventRecord }) {
  return (
    <>
      {wordsOfEvent(event).map((word, i) =>
        typeof word === 'string' ? word : <Named key={i} word={word} />,
      )}
    </>
  );
}

/** Leads to the page of the GPR, the node or the workspace. */
function Named({ word: { is, id, name } }: { readonly word: Exclude<EventWord, string> }) {
  return (
    <a href={addressOf(is, id)} title={id}>
      <bdi>{name}</bdi>
    </a>
  );
}
