// The life of a small world: a seeded sequence of commands, moves of the clock, resets, keys and restarts.

import { join } from 'node:path';
import type { Command } from '../../sim/index.ts';
import { Driver } from '../../src/driver/driver.ts';
import { type SubmitResult, WorldReadOnly } from '../../src/driver/world.ts';
import { StoreError } from '../../src/store/store-error.ts';
import { WorldFile } from '../../src/store/world-file.ts';
import { SECOND } from '../support/scenario.ts';
import { drawCommand, namedBy } from './draw-command.ts';
import { type Verdict, verdictOf } from './judge.ts';
import { Oracle } from './oracle.ts';
import type { Random } from './random.ts';
import type { Fault, Shim } from './shim.ts';
import { SCENARIO, WORLD } from './small-world.ts';

export interface LifeOptions {
  readonly durable: boolean;
  /** Fails calls from the beginning of a step on; heals before another step. */
  readonly fault?: { readonly fault: Fault; readonly step: number; readonly healStep: number };
}

/** The steps of a life, as drawn. */
export const STEPS_MAX = 30;

export class Life {
  readonly oracle: Oracle = new Oracle();
  /** What was wrong while the world ran. */
  readonly wrongs: Verdict[] = [];
  readonly #shim: Shim;
  readonly #random: Random;
  readonly #options: LifeOptions;
  readonly #path: string;
  #file: WorldFile | undefined;
  #driver: Driver | undefined;
  #gprIds: string[] = [];
  #named = 0;

  constructor(shim: Shim, random: Random, options: LifeOptions) {
    this.#shim = shim;
    this.#random = random;
    this.#options = options;
    this.#path = join(shim.folder, WORLD);
  }

  /** Plays the steps. The world stays open. */
  async play(): Promise<void> {
    const { fault } = this.#options;
    const steps = this.#random.int(5, STEPS_MAX);
    for (let step = 0; step < steps; step++) {
      if (fault?.step === step) this.#shim.fail(fault.fault);
      if (fault?.healStep === step) this.#shim.heal();
      if (this.#driver === undefined) this.#open();
      else await this.#step(this.#driver);
    }
  }

  async close(): Promise<void> {
    try {
      await this.#driver?.close();
    } catch (error) {
      this.#wrong('close', error);
    }
    // A failed open leaves a file without a driver.
    this.#file?.close();
    this.#driver = undefined;
    this.#file = undefined;
  }

  /** Opens the world. If that fails under a fault, the next step opens it again. */
  #open(): void {
    try {
      this.#file = WorldFile.open(this.#path, { durable: this.#options.durable });
      if (this.#file.scenarioText() === undefined) this.#file.setScenario(SCENARIO);
      this.#driver = new Driver(this.#file, { mode: 'paused', speed: 1, onFailure: () => {} });
    } catch (error) {
      if (this.#options.fault === undefined) throw error;
      if (!(error instanceof StoreError)) this.#wrong('open', error);
      this.#file?.close();
      this.#file = undefined;
      return;
    }
    this.#observe('open', 0);
  }

  async #step(driver: Driver): Promise<void> {
    const draw = this.#random.int(0, 99);
    if (draw < 66) await this.#turn(driver);
    else if (draw < 82)
      await this.#move('advance', driver.advance({ byMs: this.#random.int(1, 60 * SECOND) }));
    else if (draw < 87) this.#changeKeys(driver);
    else if (draw < 91) {
      this.#gprIds = [];
      await this.#move('reset', driver.reset());
    } else await this.close();
    // A world that closed after a failure is opened again.
    if (this.#file !== undefined && !this.#isReadable(this.#file)) await this.close();
  }

  /** Submits some commands in one turn of the event loop. */
  async #turn(driver: Driver): Promise<void> {
    const commands = Array.from({ length: this.#random.int(1, 4) }, () =>
      drawCommand(this.#random, this.#gprIds, this.#named++),
    );
    const results = await Promise.allSettled(commands.map((command) => driver.submit(command)));
    let accepted = 0;
    for (const [i, result] of results.entries()) {
      const command = commands[i];
      if (result.status === 'fulfilled') accepted += this.#accept(result.value);
      else this.#refuse(command.kind, result.reason, namedBy(command));
    }
    if (this.#isReadable(this.#file!)) this.#observe('turn', accepted);
    else this.#acceptUnread(results.flatMap((one, i) => (isAccepted(one) ? [commands[i]] : [])));
  }

  #accept(result: SubmitResult): number {
    if (!result.ok) return 0;
    if (result.outcome.gprId !== undefined) this.#gprIds.push(result.outcome.gprId);
    return 1;
  }

  /** The world closed after it accepted commands: a restart must show them. */
  #acceptUnread(commands: readonly Command[]): void {
    for (const command of commands)
      this.oracle.unanswered.push({ kind: command.kind, text: namedBy(command) });
    if (commands.length > 0) this.#shim.mark(String(this.oracle.acknowledgeMore(commands.length)));
  }

  async #move(kind: 'advance' | 'reset', move: Promise<unknown>): Promise<void> {
    try {
      await move;
    } catch (error) {
      this.#refuse(kind, error, '');
      return;
    }
    this.#observe(kind, 0);
  }

  #changeKeys(driver: Driver): void {
    const { oracle } = this;
    const known = driver.keys.list();
    const removed = known.length > 0 && this.#random.chance(40) ? this.#random.pick(known) : undefined;
    try {
      if (removed === undefined) {
        const common = {
          role: 'Owner',
          userName: 'tester',
          workspaceName: '',
          workspaceCreation: null,
        } as const;
        const { id } = driver.keys.create({
          name: 'key',
          description: '',
          validity: '2030-01-01',
          ...common,
        });
        oracle.setKey(id, true);
      } else {
        oracle.removedKeys.add(removed.id);
        driver.keys.remove(removed.apiKey);
        oracle.setKey(removed.id, false);
      }
    } catch {
      // The keys report the error of SQLite.
      if (removed !== undefined) oracle.forgetKey(removed.id);
      return;
    }
    this.#observe('keys', 0);
  }

  /** Reads what is committed, and marks the acknowledgment in the trace. @param accepted number of accepted commands */
  #observe(what: string, accepted: number): void {
    const file = this.#file!;
    this.#shim.spared(() => {
      try {
        const journaled = this.oracle.observe(file);
        // A start may find changes that were requested and not acknowledged, or the world of an earlier life.
        if (journaled !== accepted && what !== 'open')
          this.#wrong(what, new Error(`${accepted} commands accepted, ${journaled} journaled`));
        if (accepted > 0 || what !== 'turn') this.#shim.mark(String(this.oracle.acknowledge(file)));
      } catch (error) {
        this.#wrong(what, error);
      }
    });
  }

  #isReadable(file: WorldFile): boolean {
    try {
      return this.#shim.spared(() => file.present.mark()) !== undefined;
    } catch {
      return false;
    }
  }

  #refuse(kind: string, error: unknown, text: string): void {
    if (!(error instanceof WorldReadOnly)) this.#wrong(kind, error);
    this.oracle.unanswered.push({ kind, text });
  }

  #wrong(what: string, error: unknown): void {
    const { ending, why } = verdictOf(error, this.#path);
    this.wrongs.push({ ending, why: `${what}, while the world ran: ${why}` });
  }
}

function isAccepted(result: PromiseSettledResult<SubmitResult>): boolean {
  return result.status === 'fulfilled' && result.value.ok;
}
