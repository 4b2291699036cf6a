// The log, on standard error: JSON lines for programs, text on a terminal.

import { destination, type Logger, pino, stdTimeFunctions } from 'pino';
import { visibleLines } from '../looks/visible.ts';

export type Log = Logger;

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Opens a log that writes synchronously, so that the end of the process loses no line. `time` is real time. */
export function openLog(level: LogLevel): Log {
  const options = { level, base: null, timestamp: stdTimeFunctions.isoTime };
  const { stderr } = process;
  const terminal = { write: (line: string) => stderr.write(`${logText(line)}\n`) };
  return pino(options, stderr.isTTY ? terminal : destination({ dest: 2, sync: true }));
}

const WARN = 40;
const ERROR = 50;

/** Formats a line for a terminal: `gprsim: warning: what happened (member value, …)`, followed by the stack of an error. */
export function logText(line: string): string {
  const { level, time: _, msg, err, ...members } = JSON.parse(line);
  const kind = level >= ERROR ? 'error: ' : level >= WARN ? 'warning: ' : '';
  const shown = Object.entries(members).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  const more = shown.length === 0 ? '' : ` (${shown.join(', ')})`;
  const stack = err === undefined ? '' : `\n${err.stack ?? err.message}`;
  return visibleLines(`gprsim: ${kind}${msg}${more}${stack}`);
}
