// What asks a program for its end: signals, and the close of its standard input.

const ENDING = ['SIGINT', 'SIGTERM'] as const;

export type EndingSignal = (typeof ENDING)[number];

export interface Told {
  readonly signal: Promise<EndingSignal>;
  /** Nobody waits any more: from now on a signal ends the program as the system does. */
  ignore(): void;
}

/** Waits for the first signal; a second one ends the program as the system does. */
export function untilTold(): Told {
  const { promise, resolve } = Promise.withResolvers<EndingSignal>();
  const ignore = () => {
    for (const signal of ENDING) process.off(signal, told);
  };
  const told = (signal: NodeJS.Signals) => {
    ignore();
    resolve(signal as EndingSignal);
  };
  for (const signal of ENDING) process.on(signal, told);
  return { signal: promise, ignore };
}

/** Waits until standard input ends; what comes in before is read and dropped. It keeps nobody from ending earlier. */
export function untilInputEnds(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { stdin } = process;
  // One that cannot be read has nothing left to say either.
  for (const event of ['end', 'error', 'close'] as const) stdin.on(event, () => resolve());
  stdin.resume();
  // A file has no such method, and ends soon.
  stdin.unref?.();
  return promise;
}
