// Server-sent events, numbered by the facts that a reader knows with them.

export interface Place {
  readonly branch: number;
  /** Number of the last fact that is known. */
  readonly seq: number;
}

/** `name`: of an event that is no fact. */
export function eventOf({ branch, seq }: Place, data: unknown, name?: 'gap' | 'reset'): string {
  const event = name === undefined ? '' : `event: ${name}\n`;
  return `${event}id: ${branch}-${seq}\ndata: ${JSON.stringify(data)}\n\n`;
}
