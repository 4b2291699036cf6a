// A live view of a server that fills the terminal.

import type { BranchesAnswer, ClockAnswer, GprPage, WorldState } from '../../../../api/sim/answers.ts';
import { ESTIMATED_AT_ONCE_MAX } from '../../../../api/sim/shared/estimated.ts';
import { SPEEDS } from '../../../../api/sim/shared/speeds.ts';
import { badUsage } from '../../../../arguments/command-failure.ts';
import type { Output } from '../../../support/output/output.ts';
import { Exit, ProgramEnd } from '../../../support/process/exit.ts';
import { firstSignal } from '../../../support/process/signals.ts';
import type { Session } from '../../../support/sources/session.ts';
import { type KeyFlags, serverSession } from '../../../support/sources/sources.ts';
import { nodesMax } from './clusters.ts';
import { openScreen, requireTerminal, type Screen, terminalSize } from './screen.ts';
import { draw, pageLength, scrollMax, type View } from './top-frame.ts';

/** Real time between the end of a reading and the begin of the next. */
const BETWEEN_MS = 500;
/** The branches are listed again after this real time, or at most with this share of the time. */
const BRANCHES_MS = 3_000;
const BRANCHES_SHARE = 1 / 20;
/** The most queued GPRs to which a user can scroll. */
const QUEUED_MAX = 1000;

/** @param url undefined = the default URL */
export async function top(url: string | undefined, flags: KeyFlags, output: Output): Promise<void> {
  if (output.json) throw badUsage('top has no --json; gprsim queue --json and gprsim nodes --json have');
  requireTerminal();
  const session = serverSession(url, flags, 'top');
  const { promise: ended, resolve: end } = Promise.withResolvers<number>();
  const live = new Live(session, end);
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

class Live {
  readonly #session: Session;
  readonly #end: (exitCode: number) => void;
  #screen: Screen | undefined;
  #view: View | undefined;
  #branches: BranchesAnswer | undefined;
  /** Until when the list of branches suffices, if the branch stays. */
  #branchesUntil = 0;
  #isStopped = false;
  /** Ends the pause between two readings. */
  #hurry: () => void = () => {};

  constructor(session: Session, end: (exitCode: number) => void) {
    this.#session = session;
    this.#end = end;
  }

  /** Reads and draws until it is stopped. @throws CommandFailure if the server does not answer */
  async run(screen: Screen): Promise<never> {
    this.#screen = screen;
    while (!this.#isStopped) {
      this.redraw();
      await this.#pause();
      await this.read();
    }
    return new Promise(() => {});
  }

  stop(): void {
    this.#isStopped = true;
    this.#hurry();
  }

  redraw(): void {
    if (this.#isStopped || this.#screen === undefined || this.#view === undefined) return;
    const size = this.#screen.size();
    const scroll = Math.min(this.#view.scroll, scrollMax(this.#view, size));
    this.#view = { ...this.#view, scroll };
    this.#screen.show(draw(this.#view, size, this.#screen.paint));
  }

  press(key: string): void {
    if (key === 'q') this.#end(Exit.done);
    else if (key === 'interrupt') this.#end(Exit.SIGINT);
    else if (this.#view !== undefined) this.#act(key, this.#view, this.#screen!);
  }

  #act(key: string, view: View, screen: Screen): void {
    const { clock } = view.state;
    const page = pageLength(view, screen.size());
    switch (key) {
      case ' ':
        this.#set({ mode: clock.mode === 'paused' && clock.advance === null ? 'running' : 'paused' });
        break;
      case 's':
        this.#advance({ events: 1 }, 'to the next event');
        break;
      case 'j':
        this.#advance({ by: '1h' }, 'by one hour');
        break;
      case '+':
      case '=':
        this.#set({ speed: SPEEDS.find((speed) => speed > clock.speed) ?? clock.speed });
        break;
      case '-':
        this.#set({ speed: SPEEDS.findLast((speed) => speed < clock.speed) ?? clock.speed });
        break;
      case '?':
      case 'h':
        this.#change({ isHelpOpen: !view.isHelpOpen });
        break;
      case 'up':
        this.#scrollTo(view.scroll - 1);
        break;
      case 'down':
        this.#scrollTo(view.scroll + 1);
        break;
      case 'page up':
        this.#scrollTo(view.scroll - page);
        break;
      case 'page down':
        this.#scrollTo(view.scroll + page);
        break;
      case 'home':
        this.#scrollTo(0);
        break;
      case 'end':
        this.#scrollTo(view.queue.gprs.length);
        break;
    }
  }

  /** The next drawing reduces the scroll to the possible one. */
  #scrollTo(scroll: number): void {
    this.#change({ scroll: Math.max(0, scroll) });
  }

  #change(change: Partial<View>): void {
    if (this.#view === undefined) return;
    this.#view = { ...this.#view, ...change };
    this.redraw();
  }

  #set(body: object): void {
    this.#command(this.#session.call<ClockAnswer>('PUT', '/sim/clock', body));
  }

  #advance(body: object, what: string): void {
    this.#change({ notice: `advancing ${what}` });
    this.#command(this.#session.call<ClockAnswer>('POST', '/sim/clock/advance', body, true));
  }

  async #command(command: Promise<ClockAnswer>): Promise<void> {
    try {
      await command;
      this.#change({ notice: '' });
    } catch (error) {
      this.#change({ notice: (error as Error).message });
    }
    this.#hurry();
  }

  async read(): Promise<void> {
    // More nodes than the terminal can show are not drawn, and not read.
    const most = nodesMax(terminalSize());
    const limit = (this.#view?.state.nodesTotal ?? 0) <= most ? most : 0;
    const state = await this.#session.call<WorldState>('GET', `/sim/state?limit=${limit}`);
    const estimates = (this.#view?.queue.total ?? 0) <= ESTIMATED_AT_ONCE_MAX;
    const path = `/sim/gprs?state=Queued&limit=${QUEUED_MAX}&estimates=${estimates}`;
    // Estimates can take long.
    const queue = await this.#session.call<GprPage>('GET', path, undefined, true);
    await this.#readBranches(state);
    // Only Owners may list the branches.
    const hasBranches = (this.#branches?.branches.length ?? state.branch) > 1;
    const { scroll = 0, isHelpOpen = false, notice = '' } = this.#view ?? {};
    const before = this.#view?.state.branch ?? state.branch;
    this.#view = {
      source: this.#session.name,
      state,
      queue,
      hasBranches,
      scroll,
      isHelpOpen,
      notice: before === state.branch ? notice : this.#changeTo(state.branch),
    };
  }

  async #readBranches({ branch, caller }: WorldState): Promise<void> {
    const startedAt = performance.now();
    const isKnown = this.#branches?.branch === branch;
    if (caller.role !== 'Owner' || (isKnown && startedAt < this.#branchesUntil)) return;
    this.#branches = await this.#session.call<BranchesAnswer>('GET', '/sim/branches');
    const now = performance.now();
    this.#branchesUntil = now + Math.max(BRANCHES_MS, (now - startedAt) / BRANCHES_SHARE);
  }

  #changeTo(branch: number): string {
    const reason = this.#branches?.branches.find((row) => row.branch === branch)?.reason;
    return `now branch ${branch}${reason === undefined ? '' : `: ${reason}`}`;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, BETWEEN_MS);
      this.#hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
