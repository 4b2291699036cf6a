// Shows the simulated time, and moves it: pause, step, speed, jump.

import type { ComponentChildren } from 'preact';
import { SPEEDS } from '../../api/sim/shared/speeds.ts';
import { OneText } from '../form/one-text.tsx';
import { connection, world } from '../live/live.ts';
import { may } from '../page/acting/acting.ts';
import { instant, isoOf, number, span } from '../text/spans.ts';
import { BranchName } from './branch-name.tsx';
import { Keys } from './clock-keys.tsx';
import { jump, pauseOrRun, setSpeed, step, stop } from './moves.ts';
import { simulatedNow } from './now.ts';

/** @param children in place of the controls, if there are any */
export function ClockBar({ children }: { readonly children?: ComponentChildren }) {
  const state = world.value;
  if (state === undefined) return <div class="clock line" data-testid="clock" />;
  const { clock, scenario } = state;
  const now = simulatedNow.value ?? Date.parse(clock.now);
  return (
    <section class="clock line" aria-label="Simulated clock">
      <div class="clock-face" data-testid="clock">
        <span class="label">
          Simulated time (UTC)
          <BranchName />
        </span>
        <time class="now" dateTime={isoOf(now)}>
          {instant(now)}
        </time>
        <span class="since quiet">{span(now - Date.parse(scenario.start))} after the start</span>
      </div>
      {children ?? (may('setClock') ? <Controls /> : <Pace />)}
    </section>
  );
}

/** How fast the clock runs, in words. */
function Pace() {
  const { mode, speed, reachedSpeed, advance } = world.value!.clock;
  if (connection.value === 'lost') return <span class="pace quiet">unknown: the connection is lost</span>;
  if (advance !== null)
    return (
      <span class="pace quiet">
        advancing{advance.done === null ? '' : ` ${Math.round(advance.done * 100)} %`}, panels follow
      </span>
    );
  if (mode === 'paused') return <span class="pace quiet">paused</span>;
  const isSlower = reachedSpeed < speed * 0.9;
  return (
    <span class="pace quiet">
      {speed.toLocaleString('en-US')} simulated seconds per second
      {isSlower && ` wanted, ${number(Math.round(reachedSpeed))} reached`}
    </span>
  );
}

function Controls() {
  const { mode, speed, advance } = world.value!.clock;
  const isPaused = mode === 'paused';
  return (
    <div class="clock-controls line">
      <button class="primary pause" data-testid="pause" aria-pressed={isPaused} onClick={pauseOrRun}>
        {isPaused ? '▶ Run' : '❚❚ Pause'}
      </button>
      <button data-testid="step" title="Run to the next event" onClick={step}>
        Step
      </button>
      <label>
        <span class="label">Speed</span>
        <select
          data-testid="speed"
          value={speed}
          onChange={(event) => setSpeed(Number(event.currentTarget.value))}
        >
          {[...new Set([...SPEEDS, speed])]
            .sort((a, b) => a - b)
            .map((known) => (
              <option key={known} value={known}>
                {known.toLocaleString('en-US')} ×
              </option>
            ))}
        </select>
      </label>
      <OneText label="Jump by" class="jump line" data-testid="jump-by" size={5} initial="1h" send={jump}>
        {advance === null ? (
          <button type="submit" data-testid="jump">
            Jump
          </button>
        ) : (
          <button data-testid="stop" onClick={stop}>
            Stop
          </button>
        )}
      </OneText>
      <Keys />
      <Pace />
    </div>
  );
}
