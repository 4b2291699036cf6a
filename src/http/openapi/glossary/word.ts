/** What a member means, and a value that it may have. */
export type Word = readonly [description: string, example?: unknown];

export type Words = Readonly<Record<string, Word>>;
