// Why a queued GPR waits: words and meanings, for the page and the terminal.

/** In the order in which they are listed. */
export const WAIT_REASONS = ['workspace', 'head', 'room', 'down', 'cycle'] as const;

export type WaitReason = (typeof WAIT_REASONS)[number];

export const WAIT_WORDS: Readonly<Record<WaitReason, { readonly words: string; readonly meaning: string }>> =
  {
    workspace: {
      words: 'own workspace',
      meaning: 'another GPR of its workspace holds GPUs or is ahead of it',
    },
    head: { words: 'behind a head', meaning: 'a blocked GPR ahead of it keeps the GPUs of the pool' },
    room: { words: 'no room', meaning: 'too few GPUs are free on the nodes that are up' },
    down: { words: 'node down', meaning: 'it would have room if the nodes of its pool were up' },
    cycle: { words: 'next cycle', meaning: 'enough GPUs are free, and the next cycle decides' },
  };
