// Shows hidden characters of texts that others wrote: a mark such as `<U+202E>` takes the place of each one.

/**
 * Controls, format characters such as those of directions, other ignorable ones, line separators, a blank Braille cell, and
 * characters that no font has: private ones, noncharacters and halves of surrogate pairs. Arabic and Kaithi number signs,
 * which are format characters too, have a shape.
 */
const HIDDEN =
  /(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/gu;

/** The text in one line, with marks. */
export function visible(text: string): string {
  return text.replace(HIDDEN, mark);
}

/** Like `visible`, but tabs and line breaks stay. */
export function visibleLines(text: string): string {
  return text.replace(HIDDEN, (hidden, at: number) => {
    const stays = hidden === '\n' || hidden === '\t' || (hidden === '\r' && text[at + 1] === '\n');
    return stays ? hidden : mark(hidden);
  });
}

/** The same JSON document with escapes such as `\u202e`. */
export function visibleJson(json: string): string {
  return json.replace(HIDDEN, (hidden) =>
    hidden === '\n'
      ? hidden
      : Array.from(
          { length: hidden.length },
          (_, i) => `\\u${hidden.charCodeAt(i).toString(16).padStart(4, '0')}`,
        ).join(''),
  );
}

function mark(hidden: string): string {
  return `<U+${hidden.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}>`;
}
