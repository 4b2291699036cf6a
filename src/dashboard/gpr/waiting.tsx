// What keeps a queued GPR waiting and what makes room for it, and how a GPR last lost its GPUs.

import type { ComponentChild } from 'preact';
import type { ExplanationAnswer } from '../../api/sim/answers.ts';
import { addressOf } from '../address/route.ts';
import { basisOf, type Likely, rangeText } from '../estimated/likely-range.ts';
import { likelyStarts } from '../estimated/likely-starts.ts';
import { linked } from '../page/names/linked.tsx';
import { plain } from '../text/plain.ts';
import { counted, instant, number, relative } from '../text/spans.ts';
import { Coverage } from './coverage.tsx';

type Wait = NonNullable<ExplanationAnswer['waiting']>;
type RoomEvent = Wait['makesRoom']['latest'][number];

interface Props {
  readonly explanation: ExplanationAnswer;
  /** ISO 8601. */
  readonly now: string;
}

export function Reasons({ explanation, now }: Props) {
  const { gprId, sentence, free, behind, victimsNotEnough, waiting, workspaceLimit, lost } = explanation;
  if (waiting === null && lost === null) return null;
  return (
    <ul class="padded reasons" data-testid="gpr-reasons">
      {waiting !== null && (
        <>
          {free !== null && !workspaceLimit?.waits && !/\bfree\b/.test(sentence) && (
            <li>
              Nodes of its pool with room for it: {free.nodes}. Free GPUs in the pool: {free.gpus}.
            </li>
          )}
          {behind !== null && !sentence.includes(behind) && <li>It waits behind {linked(behind, gprId)}.</li>}
          {victimsNotEnough.length > 0 && (
            <li>The eviction of {linked(victimsNotEnough.join(', '), gprId)} would not free enough GPUs.</li>
          )}
          <Waiting waiting={waiting} start={explanation.estimatedStartTime} own={gprId} now={now} />
        </>
      )}
      {lost !== null && <li>It {linked(plain(lost.sentence), gprId)}.</li>}
    </ul>
  );
}

export function NextName({
  gprId,
  gprName,
}: Pick<NonNullable<ExplanationAnswer['next']>, 'gprId' | 'gprName'>) {
  return gprId === null ? <>a GPR of another workspace</> : <a href={addressOf('gpr', gprId)}>{gprName}</a>;
}

interface Waited {
  readonly waiting: Wait;
  /** '' = none is foreseen. */
  readonly start: string;
  readonly own: string;
  readonly now: string;
}

function Waiting({ waiting: { noStartBecause, ahead, makesRoom }, start, own, now }: Waited) {
  const more = ahead.total - ahead.first.length;
  const earlier = makesRoom.total - makesRoom.latest.length;
  return (
    <>
      <li>
        {ahead.total === 0
          ? `No GPR is ahead of it in its ${ahead.of}`
          : `Ahead of it in its ${ahead.of}: ${counted(ahead.total, 'GPR')}`}
        {ahead.first.map(({ gprId, gprName, workspace, priority }, i) => (
          <span key={gprId}>
            {i === 0 ? ': ' : ', '}
            <a href={addressOf('gpr', gprId)} title={`${gprId}, ${workspace}, priority ${priority}`}>
              {gprName}
            </a>
          </span>
        ))}
        {more > 0 ? ` and ${number(more)} more.` : '.'}
      </li>
      {start === '' && <li>No start can be foreseen: {linked(noStartBecause, own)}.</li>}
      <LikelyRange likely={likelyStarts.value.get(own)} estimate={start} now={now} />
      {makesRoom.total > 0 && (
        <li>
          What ends its wait{earlier > 0 ? `, after ${counted(earlier, 'earlier event')}` : ''}:
          <ul>
            {makesRoom.latest.map((event) => (
              <li key={`${event.at} ${event.gprId ?? event.node}`} title={relative(event.at, now)}>
                {instant(event.at)}: {subjectOf(event)}, {event.cause}
                {event.gpus > 0 ? `, frees ${counted(event.gpus, 'GPU')}` : ''}
                {event.opensWorkspace ? ', makes it the next of its workspace' : ''}
              </li>
            ))}
          </ul>
        </li>
      )}
    </>
  );
}

interface Ranged {
  readonly likely: Likely | undefined;
  /** The start if nothing else happens, ISO 8601; '' = none is foreseen. */
  readonly estimate: string;
  readonly now: string;
}

/** When it will likely start, and what that means for the estimate. */
function LikelyRange({ likely, estimate, now }: Ranged) {
  const text = likely && rangeText(likely, now);
  if (likely === undefined || text === undefined) return null;
  const { p10, p90 } = likely;
  return (
    <li data-testid="gpr-likely">
      Likely {text}. {basisOf(likely)}.
      {p10 !== null &&
        now < p10 &&
        estimate !== '' &&
        estimate < p10 &&
        ' In nine of ten, it starts later than if nothing else happens.'}
      {p90 !== null && estimate > p90 && ' In nine of ten, it starts earlier than if nothing else happens.'}{' '}
      <Coverage samples={likely.samples} />
    </li>
  );
}

function subjectOf({ gprId, node }: RoomEvent): ComponentChild {
  if (node !== null) return node;
  return gprId === null ? 'a GPR that a burst will make' : linked(gprId, '');
}
