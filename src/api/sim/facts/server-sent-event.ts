// Formats server-sent events. Their ids are positions in the facts.

export interface Place {
  readonly branch: number;
  /** Number of the last fact that the reader has. */
  readonly seq: number;
}

/** @param name of an event that is not a fact */
export function eventOf({ branch, seq }: Place, data: unknown, name?: 'gap' | 'reset'): string {
  const event = name === undefined ? '' : `event: ${name}\n`;
  return `${event}id: ${branch}-${seq}\ndata: ${JSON.stringify(data)}\n\n`;
}
