// What went wrong, in a sentence for people.

const UNREACHABLE = 'The server cannot be reached. It may have stopped, or the network may be down.';
const NOT_UNDERSTOOD = 'The answer does not come from gprsim. Check the address of the page.';

/** The sentence of the server, or that there is none. */
export function sentenceOf(error: unknown): string {
  const { name, message } = error as Error;
  if (error instanceof TypeError || name === 'TimeoutError') return UNREACHABLE;
  return error instanceof SyntaxError ? NOT_UNDERSTOOD : message;
}
