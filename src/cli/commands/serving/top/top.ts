// A live view of a server that fills the terminal.

import type { Command } from 'commander';
import type { ClockAnswer, GprPage, WorldState } from '../../../../api/sim/answers.ts';
import { ESTIMATED_AT_ONCE_MAX } from '../../../../api/sim/shared/estimated.ts';
import { SPEEDS } from '../../../../api/sim/shared/speeds.ts';
import { badUsage } from '../../../../arguments/command-failure.ts';
import { keyFile } from '../../../support/flags.ts';
import type { Output } from '../../../support/output/output.ts';
import { Exit, ProgramEnd } from '../../../support/process/exit.ts';
import { firstSignal } from '../../../support/process/signals.ts';
import type { Session } from '../../../support/sources/session.ts';
import { type KeyFlags, serverSession } from '../../../support/sources/sources.ts';
import { nodesMax } from './clusters.ts';
import { openScreen, requireTerminal, type Screen, terminalSize } from './screen.ts';
import { draw, pageLength, type View, withSelection } from './top-frame.ts';

/** Real time between the end of a reading and the begin of the next. */
const BETWEEN_MS = 500;
/** The most queued GPRs to which a user can scroll. */
const QUEUED_MAX = 1000;

/** @param url undefined = the default URL */
export async function top(url: string | undefined, flags: KeyFlags, output: Output): Promise<void> {
  if (output.json) throw badUsage('top has no --json; gprsim queue --json and gprsim nodes --json have');
  requireTerminal();
  const session = serverSession(url, flags, 'top');
  const { promise: ended, resolve: end } = Promise.withResolvers<number>();
  const live = newLive(session, end);
  // An error of the first reading stays visible, because the screen is not open yet.
  await live.read();
  const screen = openScreen({ onKey: (key) => live.press(key), onRedraw: () => live.redraw() });
  const signals = firstSignal();
  signals.signal.then((signal) => end(Exit[signal]));
  try {
    const exitCode = await Promise.race([ended, live.run(screen)]);
    if (exitCode !== Exit.done) throw new ProgramEnd(exitCode);
  } finally {
    signals.ignore();
    live.stop();
    session.close();
    screen.close();
  }
}

function newLive(session: Session, end: (exitCode: number) => void) {
  let shownScreen: Screen | undefined;
  let view: View | undefined;
  let isStopped = false;
  /** Ends the pause between two readings. */
  let hurry: () => void = () => {};

  function redraw(): void {
    if (isStopped || shownScreen === undefined || view === undefined) return;
    const size = shownScreen.size();
    view = withSelection(view, size);
    shownScreen.show(draw(view, size, shownScreen.paint));
  }

  function act(key: string, view: View, screen: Screen): void {
    const { clock } = view.state;
    const page = pageLength(view, screen.size());
    switch (key) {
      case ' ':
        set({ mode: clock.mode === 'paused' && clock.advance === null ? 'running' : 'paused' });
        break;
      case 's':
        advance({ events: 1 }, 'to the next event');
        break;
      case 'j':
        advance({ by: '1h' }, 'by one hour');
        break;
      case '+':
      case '=':
        set({ speed: SPEEDS.find((speed) => speed > clock.speed) ?? clock.speed });
        break;
      case '-':
        set({ speed: SPEEDS.findLast((speed) => speed < clock.speed) ?? clock.speed });
        break;
      case '?':
      case 'h':
        change({ isHelpOpen: !view.isHelpOpen });
        break;
      case 'up':
        select(view.selected - 1);
        break;
      case 'down':
        select(view.selected + 1);
        break;
      case 'page up':
        select(view.selected - page);
        break;
      case 'page down':
        select(view.selected + page);
        break;
      case 'home':
        select(0);
        break;
      case 'end':
        select(view.queue.gprs.length);
        break;
    }
  }

  /** The next drawing takes a possible place. */
  function select(selected: number): void {
    change({ selected });
  }

  /** The place of the selected GPR in another queue; the same place if the GPR has left. */
  function placeIn(queue: GprPage): number {
    const { gprId = null } = view?.queue.gprs[view.selected] ?? {};
    const place = gprId === null ? -1 : queue.gprs.findIndex((gpr) => gpr.gprId === gprId);
    return place < 0 ? (view?.selected ?? 0) : place;
  }

  function change(change: Partial<View>): void {
    if (view === undefined) return;
    view = { ...view, ...change };
    redraw();
  }

  function set(body: object): void {
    command(session.call<ClockAnswer>('PUT', '/sim/clock', body));
  }

  function advance(body: object, what: string): void {
    change({ notice: `advancing ${what}` });
    command(session.call<ClockAnswer>('POST', '/sim/clock/advance', body, true));
  }

  async function command(command: Promise<ClockAnswer>): Promise<void> {
    try {
      await command;
      change({ notice: '' });
    } catch (error) {
      change({ notice: (error as Error).message });
    }
    hurry();
  }

  async function read(): Promise<void> {
    // More nodes than the terminal can show are not drawn, and not read.
    const most = nodesMax(terminalSize());
    const limit = (view?.state.nodesTotal ?? 0) <= most ? most : 0;
    const state = await session.call<WorldState>('GET', `/sim/state?limit=${limit}`);
    const estimates = (view?.queue.total ?? 0) <= ESTIMATED_AT_ONCE_MAX;
    const path = `/sim/gprs?state=Queued&limit=${QUEUED_MAX}&estimates=${estimates}`;
    // Estimates can take long.
    const queue = await session.call<GprPage>('GET', path, undefined, true);
    const { scroll = 0, isHelpOpen = false, notice = '' } = view ?? {};
    const before = view?.state.branch ?? state.branch;
    view = {
      source: session.name,
      state,
      queue,
      selected: placeIn(queue),
      scroll,
      isHelpOpen,
      notice: before === state.branch ? notice : `now branch ${state.branch}`,
    };
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, BETWEEN_MS);
      hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    /** Reads and draws until it is stopped. @throws CommandFailure if the server does not answer */
    async run(screen: Screen): Promise<never> {
      shownScreen = screen;
      while (!isStopped) {
        redraw();
        await pause();
        await read();
      }
      return new Promise(() => {});
    },
    stop(): void {
      isStopped = true;
      hurry();
    },
    redraw,
    press(key: string): void {
      if (key === 'q') end(Exit.done);
      else if (key === 'interrupt') end(Exit.SIGINT);
      else if (view !== undefined) act(key, view, shownScreen!);
    },
    read,
  };
}

export function declare(command: Command, output: Output): void {
  command.addOption(keyFile()).action((url, flags) => top(url, flags, output));
}
