// The simulated time that the page shows. It trails the server by one reading: between two readings it moves from the earlier
// instant to the later one. So the page shows only instants that the server has reached, and time never runs backward.

import { effect, signal } from '@preact/signals';
import { notice } from '../address/notice.ts';
import { connection, world } from '../live/live.ts';
import { instant } from '../text/spans.ts';

/** The simulated instant that the page shows, in ms since 1970; undefined before the first reading. */
export const simulatedNow = signal<number | undefined>(undefined);

/** The move to the latest reading takes at most this time. */
const MOVE_MAX_MS = 2_000;
/** A clock that is this much further than its speed takes it between two readings was moved by a user. */
const JUMP_FACTOR = 3;

/** From the instant that was shown to the one that was read last. Times of the move are ms of `performance.now()`. */
let move = { branch: 0, fromMs: 0, toMs: 0, beganAt: 0, lastsMs: 0 };

effect(() => {
  const { value: state } = world;
  if (state === undefined) {
    simulatedNow.value = undefined;
    return;
  }
  const { branch, now, mode, speed, advance } = state.clock;
  const toMs = Date.parse(now);
  const shownMs = simulatedNow.peek();
  const isMoving = mode === 'running' && advance === null && connection.value === 'live';
  const isContinued = shownMs !== undefined && branch === move.branch && shownMs <= toMs;
  if (isMoving && isContinued && toMs === move.toMs) return;
  if (shownMs !== undefined && !isContinued)
    reportJump(branch === move.branch ? 'Another world' : `Branch ${branch}`, shownMs, toMs);
  const at = performance.now();
  const tookMs = at - move.beganAt;
  const hasJumped = toMs - move.toMs > JUMP_FACTOR * speed * tookMs;
  const lastsMs = isMoving && isContinued && !hasJumped ? Math.min(MOVE_MAX_MS, tookMs) : 0;
  move = { branch, fromMs: isContinued ? shownMs : toMs, toMs, beganAt: at, lastsMs };
  if (lastsMs === 0) simulatedNow.value = toMs;
});

/**
 * A rewind, a switch, a reset or an import changes the branch; a new server may have another world. What the user has just done
 * is reported already.
 */
function reportJump(what: string, fromMs: number, toMs: number): void {
  if (notice.peek()?.kind === 'done') return;
  notice.value = {
    kind: 'news',
    text: `${what} is shown now: the clock went from ${instant(fromMs)} to ${instant(toMs)}.`,
  };
}

function tick(): void {
  const { fromMs, toMs, beganAt, lastsMs } = move;
  if (world.peek() !== undefined && lastsMs > 0) {
    const share = Math.min(1, Math.max(0, (performance.now() - beganAt) / lastsMs));
    simulatedNow.value = share === 1 ? toMs : fromMs + share * (toMs - fromMs);
  }
  requestAnimationFrame(tick);
}

export function startTicking(): void {
  requestAnimationFrame(tick);
}
