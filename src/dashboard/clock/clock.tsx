// Shows the simulated time, and moves it: pause, step, speed, jump.

import { useState } from 'preact/hooks';
import { acting, isOwner } from '../frame/acting.ts';
import { world } from '../live/live.ts';
import { call } from '../session/call.ts';
import { instant, span } from '../text/spans.ts';
import { simulatedNow } from './now.ts';

const SPEEDS = [1, 10, 60, 600, 3600, 10_000] as const;
const JUMPS = ['1m', '10m', '1h', '6h', '1d'] as const;

export function ClockBar() {
  const state = world.value;
  if (state === undefined) return <div class="clock" data-testid="clock" />;
  const { clock, scenario } = state;
  const now = simulatedNow.value ?? Date.parse(clock.now);
  return (
    <section class="clock" aria-label="Simulated clock">
      <div class="clock-face" data-testid="clock">
        <span class="label">Simulated time (UTC)</span>
        <time class="now" dateTime={clock.now}>
          {instant(now)}
        </time>
        <span class="since">{span(now - Date.parse(scenario.start))} after the start</span>
      </div>
      {isOwner.value ? <Controls /> : <Pace />}
    </section>
  );
}

/** How fast the clock runs, in words. */
function Pace() {
  const { mode, speed, reachedSpeed, advance } = world.value!.clock;
  if (advance !== null)
    return (
      <span class="pace">advancing{advance.done === null ? '' : ` ${Math.round(advance.done * 100)} %`}</span>
    );
  if (mode === 'paused') return <span class="pace">paused</span>;
  const isSlower = reachedSpeed < speed * 0.9;
  return (
    <span class="pace">
      {speed.toLocaleString('en-US')} simulated seconds per second
      {isSlower && ` wanted, ${Math.round(reachedSpeed).toLocaleString('en-US')} reached`}
    </span>
  );
}

function Controls() {
  const { mode, speed, advance } = world.value!.clock;
  const [jump, setJump] = useState('1h');
  const isPaused = mode === 'paused';
  const set = (body: object) => acting(() => call('PUT', 'sim/clock', body));
  const advanceBy = (body: object) => acting(() => call('POST', 'sim/clock/advance', body));
  return (
    <div class="clock-controls">
      <button
        type="button"
        class="primary"
        data-testid="pause"
        aria-pressed={isPaused}
        onClick={() => set({ mode: isPaused ? 'running' : 'paused' })}
      >
        {isPaused ? '▶ Run' : '❚❚ Pause'}
      </button>
      <button
        type="button"
        data-testid="step"
        title="Run to the next event"
        onClick={() => advanceBy({ events: 1 })}
      >
        Step
      </button>
      <label>
        <span class="label">Speed</span>
        <select
          data-testid="speed"
          value={speed}
          onChange={(event) => set({ speed: Number(event.currentTarget.value) })}
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
      <form
        class="jump"
        onSubmit={(event) => {
          event.preventDefault();
          advanceBy({ by: jump });
        }}
      >
        <label>
          <span class="label">Jump by</span>
          <input
            data-testid="jump-by"
            list="jumps"
            size={5}
            value={jump}
            onInput={(event) => setJump(event.currentTarget.value)}
          />
        </label>
        <datalist id="jumps">
          {JUMPS.map((by) => (
            <option key={by} value={by} />
          ))}
        </datalist>
        <button type="submit" data-testid="jump">
          Jump
        </button>
      </form>
      {advance !== null ? (
        <button type="button" data-testid="stop" onClick={() => set({ mode: 'paused' })}>
          Stop
        </button>
      ) : null}
      <Pace />
    </div>
  );
}
