// How the estimate of the start has changed: when it was recorded, and which start it named.

import { world } from '../live/live.ts';
import { counted, instant, relative, shortInstant, span } from '../text/spans.ts';
import { delaysOf, type Estimate } from './life.ts';
import type { GprRecord, KnownGpr } from './record.ts';

const WIDTH = 600;
const HEIGHT = 110;
/** Room beyond the latest estimate. */
const MARGIN = 1.08;

interface Shown {
  readonly gpr: KnownGpr;
  readonly now: string;
}

export function Estimates({ gpr: { record, facts }, now }: Shown) {
  const { estimatedStartTime, status } = record;
  const delays = delaysOf(facts, world.value!.scenario.start);
  const isQueued = status.provisioningStatus === 'Queued';
  const started = status.startTimestamp;
  const created = facts.find(({ kind }) => kind === 'gpr.created')?.at;
  const points = [...delays, ...lastOf(record, now)].filter(({ startMs }) => startMs !== null);
  return (
    <section class="panel" aria-labelledby="estimates-title" data-testid="gpr-estimates">
      <header>
        <h2 id="estimates-title">Start</h2>
        <span class="quiet">
          {delays.length === 0
            ? 'no recorded estimate became later'
            : `a recorded estimate became later ${counted(delays.length, 'time')}`}
        </span>
      </header>
      <p class="padded">
        {isQueued && estimatedStartTime === '' && 'No start can be foreseen.'}
        {isQueued && estimatedStartTime !== '' && (
          <>
            Estimated for <b>{instant(estimatedStartTime)}</b>, {relative(estimatedStartTime, now)}.
          </>
        )}
        {!isQueued && started !== '' && `Started ${instant(started)}.`}
        {!isQueued && started === '' && 'It never started.'}
      </p>
      {created !== undefined && delays.length > 0 && points.length > 1 && (
        <Chart points={points} fromMs={Date.parse(created)} />
      )}
      {delays.length > 0 && (
        <div class="scrolled">
          <table>
            <thead>
              <tr>
                <th scope="col">Recorded</th>
                <th scope="col">Estimated start</th>
                <th scope="col" class="number">
                  Still to wait
                </th>
              </tr>
            </thead>
            <tbody>
              {delays.map(({ atMs, startMs }) => (
                <tr key={atMs}>
                  <td>{instant(atMs)}</td>
                  <td>{startMs === null ? 'unknown' : shortInstant(startMs, atMs)}</td>
                  <td class="number">{startMs === null ? '' : span(startMs - atMs)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** Where the line of estimates ends: at the present estimate, or at the start. */
function lastOf({ estimatedStartTime, status }: GprRecord, now: string): readonly Estimate[] {
  const started = Date.parse(status.startTimestamp);
  if (status.provisioningStatus !== 'Queued')
    return Number.isNaN(started) ? [] : [{ atMs: started, startMs: started }];
  return estimatedStartTime === ''
    ? []
    : [{ atMs: Date.parse(now), startMs: Date.parse(estimatedStartTime) }];
}

/** Steps of the estimate; the GPR would start where they meet the diagonal, at which the estimate is now. */
function Chart({ points, fromMs }: { readonly points: readonly Estimate[]; readonly fromMs: number }) {
  const lastMs = points[points.length - 1].atMs;
  const latestMs = Math.max(lastMs, ...points.map(({ startMs }) => startMs!));
  const lengthMs = Math.max(1, (latestMs - fromMs) * MARGIN);
  const x = (ms: number) => ((ms - fromMs) / lengthMs) * WIDTH;
  const y = (ms: number) => HEIGHT - ((ms - fromMs) / lengthMs) * HEIGHT;
  const steps = points.map(({ atMs, startMs }, i) => {
    const nextMs = points[i + 1]?.atMs ?? lastMs;
    return `${i === 0 ? 'M' : 'L'}${x(atMs)},${y(startMs!)}H${x(nextMs)}`;
  });
  return (
    <figure class="estimates">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label="Estimated start over time"
      >
        <path class="diagonal" d={`M0,${HEIGHT}L${WIDTH},0`} />
        <path class="estimate" d={steps.join('')} />
      </svg>
      <figcaption class="quiet">
        Across: when the estimate was recorded. Up: the start that it names. On the diagonal, the GPR would
        start at once.
      </figcaption>
    </figure>
  );
}
