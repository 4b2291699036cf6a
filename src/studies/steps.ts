/** Work in short steps, between which the program shows its progress and can end. A step yields the number of finished units, or undefined. */
export type Steps<T> = Generator<number | undefined, T, undefined>;

/** Does all steps at once. */
export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
