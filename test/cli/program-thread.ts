// The program in a thread: it is loaded once, and then runs one command after the other, each with a separate environment.

import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { runProgram } from '../../src/cli/program.ts';

export interface ProgramCall {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Notified when the result is in the port. */
  readonly done: Int32Array;
  readonly port: MessagePort;
}

// Other test processes have the other cores: a comparison starts one thread.
os.availableParallelism = () => 1;
syncBuiltinESMExports();

parentPort?.on('message', async ({ args, env, done, port }: ProgramCall) => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.exitCode = undefined;
  const written = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    process[stream].write = (chunk: string | Uint8Array) => {
      written[stream] += chunk;
      return true;
    };
  }
  const status = await runProgram(args);
  // A process has the listeners of one command only.
  for (const emitter of [process, process.stdout, process.stderr]) emitter.removeAllListeners();
  port.postMessage({ status: process.exitCode ?? status, ...written });
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
});
