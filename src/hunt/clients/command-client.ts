// A command as a client: it gets its world in the environment, and leaves no process behind.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { badUsage } from '../../arguments/command-failure.ts';
import { whyUnreadable } from '../../files/file-errors.ts';
import type { Client } from './client.ts';

/** The end of each of its outputs that is kept, in characters. */
const TAIL = 4_000;
/** Real ms in which the output of a command that has ended must arrive. */
const OUTPUT_MS = 200;
/** Lines of the output that hand over a GPR, such as `handed over gpr-3f2a`. */
const HANDED_OVER = /^handed over (gpr-[\w-]+)\s*$/gm;

export function commandClient(command: string, args: readonly string[]): Client {
  return async ({ url, apiKey, seed, signal }) => {
    const env = { ...process.env, GPRSIM_URL: url, GPRSIM_API_KEY: apiKey, GPRSIM_SEED: `${seed}` };
    // In a group, so that what it starts ends with it.
    const child = spawn(command, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const end = () => endGroup(child.pid);
    const tails = ['', ''];
    const handedOver: string[] = [];
    for (const [which, stream] of [child.stdout, child.stderr].entries()) {
      let rest = '';
      stream.setEncoding('utf8').on('data', (text: string) => {
        tails[which] = (tails[which]! + text).slice(-TAIL);
        const lines = rest + text;
        for (const [, gprId] of lines.matchAll(HANDED_OVER)) handedOver.push(gprId!);
        rest = lines.slice(lines.lastIndexOf('\n') + 1).slice(-200);
      });
    }
    signal.addEventListener('abort', end);
    try {
      const [code, killedBy] = (await once(child, 'exit').catch((error) => {
        throw badUsage(`cannot start ${command}: ${whyUnreadable(error)}`);
      })) as [number | null, string | null];
      end();
      // A process that has left the group may hold the output open.
      await Promise.race([once(child, 'close'), delay(OUTPUT_MS, undefined, { ref: false })]);
      const isOk = code === 0;
      const failure =
        killedBy === null ? `the command exits with ${code}` : `the command ends by ${killedBy}`;
      return {
        why: isOk ? undefined : 'exit',
        failure: isOk ? '' : failure,
        output: tails.join(''),
        handedOver,
      };
    } finally {
      signal.removeEventListener('abort', end);
      end();
      child.stdout.destroy();
      child.stderr.destroy();
    }
  };
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All its processes have ended.
  }
}

/** Ends processes that have left their groups, on systems with /proc. @param url that of the server, which is in their environment */
export function endEscaped(url: string): void {
  for (const pid of processes()) {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
      if (environment.some((entry) => entry.startsWith(`GPRSIM_URL=${url}/`))) process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended, or belongs to another user.
    }
  }
}

function processes(): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}
