// JSON text, with comments where somebody wrote some, to a value. JSON.parse tells the place of a mistake only sometimes,
// so a second look finds it.

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  /** Line and column count from 1. */
  | { readonly ok: false; readonly line: number; readonly column: number; readonly why: string };

export function parseJson(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    const bare = withoutComments(text);
    if (bare !== text) return parseJson(bare);
    const { at, why } = findMistake(text);
    const linesBefore = text.slice(0, at).split('\n');
    return { ok: false, line: linesBefore.length, column: linesBefore.at(-1)!.length + 1, why };
  }
}

/** Comments as blanks, so that everything else stays in its line and column. */
function withoutComments(text: string): string {
  const parts: string[] = [];
  let taken = 0;
  let at = 0;
  while (at < text.length) {
    if (text[at] === '"') at = endOfQuoted(text, at);
    else if (text[at] !== '/') at += 1;
    else {
      const end = endOfComment(text, at);
      // The mistake, and nothing behind it is looked at.
      if (end === undefined) break;
      parts.push(text.slice(taken, at), blanked(text.slice(at, end)));
      taken = end;
      at = end;
    }
  }
  return parts.join('') + text.slice(taken);
}

function blanked(comment: string): string {
  return comment.replace(/[^\n\r]+/g, (run) => ' '.repeat(run.length));
}

/** Behind the text that begins there, or where its line ends before it does. */
function endOfQuoted(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '\n') {
    if (text[at] === '"') return at + 1;
    at += text[at] === '\\' ? 2 : 1;
  }
  return at;
}

/** undefined: it is no comment, or is never closed. */
function endOfComment(text: string, from: number): number | undefined {
  if (text[from + 1] === '/') {
    let at = from + 2;
    while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1;
    return at;
  }
  const closing = text[from + 1] === '*' ? text.indexOf('*/', from + 2) : -1;
  return closing < 0 ? undefined : closing + 2;
}

const blanks = /[ \t\n\r]*/y;
const quoted = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const bare = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;

/** The first place where a text that is not JSON stops being it. Nesting is a list, not a recursion: it may be deep. */
function findMistake(text: string): { at: number; why: string } {
  const closings: ('}' | ']')[] = [];
  let wants: 'value' | 'first value' | 'name' | 'first name' | 'more' = 'value';
  let at = 0;

  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const matched = pattern.test(text);
    if (matched) at = pattern.lastIndex;
    return matched;
  };
  const wrong = (expected: string) => ({ at, why: `expected ${expected}, but ${found(text[at])}` });
  const badText = () => ({ at, why: 'this text is not closed on its line, or has a wrong escape' });

  for (;;) {
    take(blanks);
    const next = text[at];
    const closing = closings.at(-1);
    const mayClose = wants === 'more' || wants === 'first value' || wants === 'first name';
    if (mayClose && closing !== undefined && next === closing) {
      closings.pop();
      at += 1;
      wants = 'more';
    } else if (wants === 'more') {
      if (closing === undefined) return wrong('nothing more');
      if (next !== ',') return wrong(`"," or "${closing}"`);
      at += 1;
      wants = closing === '}' ? 'name' : 'value';
    } else if (wants === 'name' || wants === 'first name') {
      if (next !== '"') return wrong('a name in double quotes');
      if (!take(quoted)) return badText();
      take(blanks);
      if (text[at] !== ':') return wrong('":"');
      at += 1;
      wants = 'value';
    } else if (next === '{' || next === '[') {
      closings.push(next === '{' ? '}' : ']');
      at += 1;
      wants = next === '{' ? 'first name' : 'first value';
    } else if (next === '"') {
      if (!take(quoted)) return badText();
      wants = 'more';
    } else {
      if (!take(bare)) return wrong('a value');
      wants = 'more';
    }
  }
}

function found(character: string | undefined): string {
  if (character === undefined) return 'the text ends';
  if (character === '/') return 'found "/" (a comment is // to the end of the line, or between /* and */)';
  return `found ${JSON.stringify(character)}`;
}
