// std::priority_queue of C++: a child process that plays the same scripts from files. It needs a C++ compiler.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Contender } from './contender.ts';
import { std } from './programs.packed.ts';
import { Kind, type Script, type Verdict } from './script.ts';

export const STD = 'C++ std::priority_queue';

const COMPILERS = ['g++', 'c++', 'clang++'];
/** std::priority_queue cannot move or remove an element. */
const KINDS: readonly number[] = [Kind.push, Kind.pop, Kind.hold];

export function startStd(): StdContender | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'gprsim-bench-'));
  const source = join(folder, 'std.cpp');
  const program = join(folder, 'std');
  writeFileSync(source, std);
  const compiles = (name: string) =>
    spawnSync(name, ['-O2', '-std=c++17', '-o', program, source], { stdio: 'ignore' }).status === 0;
  if (COMPILERS.some(compiles)) {
    return new StdContender(folder, spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] }));
  }
  rmSync(folder, { recursive: true });
  return undefined;
}

export class StdContender implements Contender {
  readonly name = STD;
  readonly #folder: string;
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  #scripts: readonly Script[] = [];
  #verdicts: readonly Verdict[] = [];

  constructor(folder: string, child: ChildProcess) {
    this.#folder = folder;
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  }

  plays(script: Script): boolean {
    return script.kinds.every((kind) => KINDS.includes(kind));
  }

  async take(scripts: readonly Script[]): Promise<Verdict[]> {
    this.#child.stdin!.write('forget\n');
    const verdicts: Verdict[] = [];
    for (const script of scripts) {
      const path = join(this.#folder, 'script');
      writeFileSync(path, fileOf(script));
      const [played, drained] = await this.#ask(`take ${path}`);
      verdicts.push({ played, drained });
    }
    this.#scripts = scripts;
    this.#verdicts = verdicts;
    return verdicts;
  }

  async play(first: number, runs: number): Promise<number[]> {
    const times: number[] = [];
    for (let run = first; run < first + runs; run++) {
      const at = run % this.#scripts.length;
      const [ns, played] = await this.#ask(`play ${at}`);
      if (played !== this.#verdicts[at].played) {
        throw new Error(`${STD}: ${this.#scripts[at].name} popped other ids than before`);
      }
      times.push(ns / 1e6);
    }
    return times;
  }

  async end(): Promise<void> {
    this.#child.stdin!.end();
    await this.#lines.next();
    rmSync(this.#folder, { recursive: true });
  }

  async #ask(order: string): Promise<number[]> {
    this.#child.stdin!.write(`${order}\n`);
    const { value, done } = await this.#lines.next();
    if (done) throw new Error(`${STD} ended during the order ${order}`);
    return value.split(' ').map(Number);
  }
}

/** Serializes a script: the lengths of its columns, then the columns. */
function fileOf({ fillKeys, keys, ids, kinds }: Script): Uint8Array {
  const lengths = Int32Array.of(fillKeys.length, keys.length);
  return Buffer.concat([lengths, fillKeys, keys, ids, kinds].map(({ buffer }) => Buffer.from(buffer)));
}
