// Compiles and controls shim.c. The shim works in a process that was started with the variables of `shimmed`.

import { spawnSync } from 'node:child_process';
import {
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { MARKED, RECORD_BYTES } from './records.ts';

/** Numbers of shim.c. */
const CALLS = { write: 1, sync: 2, read: 3, open: 4, truncate: 5, name: 6 } as const;
/** Positions of 32-bit numbers in the control file. */
const AT = { recording: 0, kind: 1, countdown: 2, error: 3, isShort: 4, isSticky: 5, epoch: 6 };
const CONTROL_NUMBERS = 7;

export type Call = keyof typeof CALLS;
export const CALL_KINDS = Object.keys(CALLS) as Call[];

export interface Fault {
  readonly call: Call;
  /** 1 = the next call of this kind. */
  readonly nth: number;
  readonly error: 'EIO' | 'ENOSPC';
  /** A failing write first writes its first half. */
  readonly isShort: boolean;
  /** All later calls of this kind fail too. */
  readonly isSticky: boolean;
}

/** Why the shim cannot be used here; undefined if it can. */
export function shimRefusal(): string | undefined {
  const isKnown = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  if (!isKnown || header.glibcVersionRuntime === undefined) {
    return 'the shim needs Linux with glibc on x64 or arm64';
  }
  if (spawnSync('cc', ['--version']).status !== 0) return 'the shim needs the C compiler cc';
  return undefined;
}

/** Compiles the shim into a folder, and returns the environment of a process with the shim. */
export function shimmed(folder: string): NodeJS.ProcessEnv {
  const library = join(folder, 'shim.so');
  const source = join(import.meta.dirname, 'shim.c');
  const compiled = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'], {
    encoding: 'utf8',
  });
  if (compiled.status !== 0) throw new Error(`cc failed: ${compiled.stderr}`);
  mkdirSync(join(folder, 'watched'));
  writeFileSync(join(folder, 'trace'), '');
  writeFileSync(join(folder, 'boot'), `${crypto.randomUUID()}\n`);
  writeFileSync(join(folder, 'control'), Buffer.alloc(4 * CONTROL_NUMBERS));
  return {
    ...process.env,
    LD_PRELOAD: library,
    FAULTS_FOLDER: join(folder, 'watched'),
    FAULTS_TRACE: join(folder, 'trace'),
    FAULTS_CONTROL: join(folder, 'control'),
    FAULTS_BOOT: join(folder, 'boot'),
  };
}

export class Shim {
  /** The watched folder. */
  readonly folder: string;
  readonly #trace: number;
  readonly #tracePath: string;
  readonly #control: number;
  #epoch = 0;

  constructor() {
    const { FAULTS_FOLDER, FAULTS_TRACE, FAULTS_CONTROL } = process.env;
    this.folder = FAULTS_FOLDER!;
    this.#tracePath = FAULTS_TRACE!;
    this.#trace = openSync(FAULTS_TRACE!, 'a');
    this.#control = openSync(FAULTS_CONTROL!, 'r+');
  }

  /** Begins a new trace. No watched file may be open. */
  record(): void {
    ftruncateSync(this.#trace, 0);
    this.#set(AT.epoch, [++this.#epoch]);
    this.#set(AT.recording, [1]);
  }

  /** Ends the trace, and returns its bytes. */
  end(): Buffer {
    this.#set(AT.recording, [0]);
    return readFileSync(this.#tracePath);
  }

  /** Appends a mark to the trace. */
  mark(text: string): void {
    const bytes = Buffer.from(text);
    const header = Buffer.alloc(RECORD_BYTES);
    header.writeUInt32LE(MARKED, 0);
    header.writeUInt32LE(bytes.length, 16);
    writeSync(this.#trace, Buffer.concat([header, bytes]));
  }

  fail({ call, nth, error, isShort, isSticky }: Fault): void {
    this.#set(AT.kind, [0, nth, constants.errno[error], Number(isShort), Number(isSticky)]);
    this.#set(AT.kind, [CALLS[call]]);
  }

  heal(): void {
    this.#set(AT.kind, [0]);
  }

  /** Runs `work` without failures, and continues to fail after it. */
  spared<T>(work: () => T): T {
    const kind = this.#get(AT.kind);
    this.#set(AT.kind, [0]);
    try {
      return work();
    } finally {
      this.#set(AT.kind, [kind]);
    }
  }

  /** Changes /proc/sys/kernel/random/boot_id for this process, as a start of the machine does. */
  boot(): void {
    writeFileSync(process.env.FAULTS_BOOT!, `${crypto.randomUUID()}\n`);
  }

  #set(at: number, numbers: readonly number[]): void {
    writeSync(this.#control, Buffer.from(new Uint32Array(numbers).buffer), 0, 4 * numbers.length, 4 * at);
  }

  #get(at: number): number {
    const bytes = Buffer.alloc(4);
    readSync(this.#control, bytes, 0, 4, 4 * at);
    return bytes.readUInt32LE(0);
  }
}
