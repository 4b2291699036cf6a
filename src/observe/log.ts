// The log: JSON lines on standard error, so that standard output stays the program's answer.

import { destination, type Logger, pino, stdTimeFunctions } from 'pino';

export type Log = Logger;

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Lines are written at once, so that none is lost when the process ends. Their `time` is real time. */
export function openLog(level: LogLevel): Log {
  const options = { level, base: null, timestamp: stdTimeFunctions.isoTime };
  return pino(options, destination({ dest: 2, sync: true }));
}
