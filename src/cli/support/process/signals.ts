// Requests to end the program: signals, and the end of standard input.

export const ENDING = ['SIGINT', 'SIGTERM'] as const;

export type EndingSignal = (typeof ENDING)[number];

interface SignalWatch {
  readonly signal: Promise<EndingSignal>;
  /** Stops the watch: the next signal ends the program at once. */
  ignore(): void;
}

/** Watches for the first of some signals; a second one, and each that is not watched, ends the program at once. */
export function firstSignal(watched: readonly EndingSignal[] = ENDING): SignalWatch {
  const { promise, resolve } = Promise.withResolvers<EndingSignal>();
  const ignore = () => {
    for (const signal of watched) process.off(signal, receive);
  };
  const receive = (signal: NodeJS.Signals) => {
    ignore();
    resolve(signal as EndingSignal);
  };
  for (const signal of watched) process.on(signal, receive);
  return { signal: promise, ignore };
}

/** Waits until standard input ends and drops its content. The wait does not keep the process alive. */
export function untilInputEnds(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { stdin } = process;
  for (const event of ['end', 'error', 'close'] as const) stdin.on(event, () => resolve());
  stdin.resume();
  // Standard input from a file lacks this method, and ends soon.
  stdin.unref?.();
  return promise;
}
