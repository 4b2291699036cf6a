/** The description of a member, and an example value. */
export type Word = readonly [description: string, example?: unknown];

export type Words = Readonly<Record<string, Word>>;
