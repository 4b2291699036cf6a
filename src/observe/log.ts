// The log, on standard error, so that standard output stays the program's answer: JSON lines for programs, text on a terminal.

import { destination, type Logger, pino, stdTimeFunctions } from 'pino';

export type Log = Logger;

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Lines are written at once, so that none is lost when the process ends. Their `time` is real time. */
export function openLog(level: LogLevel): Log {
  const options = { level, base: null, timestamp: stdTimeFunctions.isoTime };
  const { stderr } = process;
  const terminal = { write: (line: string) => stderr.write(`${logText(line)}\n`) };
  return pino(options, stderr.isTTY ? terminal : destination({ dest: 2, sync: true }));
}

const WARN = 40;
const ERROR = 50;

/** A line of the log as a terminal shows it: `gprsim: warning: what happened (member value, …)`, and the stack of an error. */
export function logText(line: string): string {
  const { level, time: _, msg, err, ...members } = JSON.parse(line);
  const kind = level >= ERROR ? 'error: ' : level >= WARN ? 'warning: ' : '';
  const told = Object.entries(members).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  const more = told.length === 0 ? '' : ` (${told.join(', ')})`;
  const stack = err === undefined ? '' : `\n${err.stack ?? err.message}`;
  // A text from outside must not steer the terminal.
  return `gprsim: ${kind}${msg}${more}${stack}`.replace(/[^\P{Cc}\n]/gu, '?');
}
