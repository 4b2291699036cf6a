import { visible } from '../../looks/visible.ts';
import { openLog } from '../../observe/server-log.ts';
import type { OnAnswered } from '../answer-notes.ts';

/** Writes text on a terminal, and otherwise JSON like the rest of the log. */
export function requestLines(isTerminal: boolean): OnAnswered {
  if (!isTerminal) {
    const log = openLog('info');
    return (answered) => log.info({ ...answered, ms: rounded(answered.ms) }, 'request');
  }
  return ({ method, path, status, ms, bytes, simTime }) =>
    process.stderr.write(
      `${visible(`${method ?? '-'} ${path ?? '-'} ${status} ${rounded(ms)} ms ${bytes} bytes at ${simTime}`)}\n`,
    );
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}
