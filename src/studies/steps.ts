/** Work in short steps, between which the program shows its progress and can end. A step yields the number of finished units, or undefined. */
export type Steps<T> = Generator<number | undefined, T, undefined>;
