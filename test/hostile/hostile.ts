/** A file that a mistaken or malicious program could make of a world. */
export interface Hostile {
  readonly name: string;
  /** Changes a copy of a good file in place. Default: a closed file. */
  readonly make: (path: string) => void | Promise<void>;
  /** Whether the copy is of a file whose process was killed, with the files beside it. */
  readonly isEnded?: boolean;
  /** The commands that it meets. Default: all. */
  readonly commands?: readonly string[];
}
