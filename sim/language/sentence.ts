// Sentences that name GPRs. A sentence consists of parts, because its reader may not see all of them.

export type Sentence = readonly (string | Named | Victims)[];

interface Named {
  readonly gprId: string;
}

/** GPRs that would be evicted. They are always of other workspaces than the one that evicts them. */
interface Victims {
  readonly victims: readonly string[];
  /** true: the sentence has their number, not their ids. */
  readonly isCounted: boolean;
}

/** A sentence from a template of texts, parts and sentences. */
export function phrase(
  texts: readonly string[],
  ...between: readonly (Sentence[number] | Sentence | number)[]
): Sentence {
  return texts.flatMap((text, i) => {
    const part = between[i] ?? '';
    return [text, typeof part === 'number' ? `${part}` : part].flat();
  });
}

/** The text of a sentence for its reader. @param sees whether the reader may see the GPR of an id */
export function textOf(sentence: Sentence, sees: (gprId: string) => boolean = () => true): string {
  const words = sentence.map((part) => {
    if (typeof part === 'string') return part;
    if ('gprId' in part) return sees(part.gprId) ? part.gprId : 'a GPR of another workspace';
    const { victims, isCounted } = part;
    if (!victims.every(sees)) return 'GPRs of other workspaces';
    if (!isCounted) return victims.join(', ');
    return victims.length === 1 ? '1 GPR of lower priority' : `${victims.length} GPRs of lower priority`;
  });
  return words.join('');
}
