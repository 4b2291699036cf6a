/** The description of a member, and an example value. */
export type Word = readonly [description: string, example?: unknown];

export type Words = Readonly<Record<string, Word>>;

/** The words of members that several owners have. */
export function ofEach(owners: readonly string[], words: Words): Words {
  return Object.fromEntries(
    owners.flatMap((owner) => Object.entries(words).map(([name, word]) => [`${owner}.${name}`, word])),
  );
}
