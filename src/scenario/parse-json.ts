// Parses JSON with comments. JSON.parse does not always report the position of a mistake, and it silently keeps the last
// of two members with the same name. `findMistake` reports both.

import { shown } from './fields/field-problems.ts';

type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  /** Line and column count from 1. */
  | { readonly ok: false; readonly line: number; readonly column: number; readonly why: string };

export function parseJson(text: string): ParsedJson {
  const bare = withoutComments(text);
  const mistake = findMistake(bare);
  if (mistake === undefined) return { ok: true, value: JSON.parse(bare) };
  const linesBefore = text.slice(0, mistake.at).split('\n');
  const column = linesBefore.at(-1)!.length + 1;
  return { ok: false, line: linesBefore.length, column, why: mistake.why };
}

/** Replaces comments by blanks, so that everything else keeps its line and column. */
function withoutComments(text: string): string {
  const parts: string[] = [];
  let taken = 0;
  let at = 0;
  while (at < text.length) {
    if (text[at] === '"') at = endOfQuoted(text, at);
    else if (text[at] !== '/') at += 1;
    else {
      const end = endOfComment(text, at);
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

/** Returns the index after the string that begins at `from`, or the end of the line if the string is not closed. */
function endOfQuoted(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '\n') {
    if (text[at] === '"') return at + 1;
    at += text[at] === '\\' ? 2 : 1;
  }
  return at;
}

/** Returns the index after the comment; undefined if it is not a comment or is not closed. */
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
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const bare = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;

/** Returns the first syntax error or repeated name; undefined if none. Not recursive, because nesting may be deep. */
function findMistake(text: string): { at: number; why: string } | undefined {
  const closings: ('}' | ']')[] = [];
  const names: Set<string>[] = [];
  let wants: 'value' | 'first value' | 'name' | 'first name' | 'more' = 'value';
  let at = 0;

  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const matched = pattern.test(text);
    if (matched) at = pattern.lastIndex;
    return matched;
  };
  const takeText = (): boolean => {
    const end = endOfText(text, at);
    at = end ?? at;
    return end !== undefined;
  };
  const wrong = (expected: string) => ({ at, why: `expected ${expected}, but ${found(text[at])}` });
  const badText = () => ({ at, why: 'this string is not closed on its line or has an invalid escape' });

  for (;;) {
    take(blanks);
    const next = text[at];
    const closing = closings.at(-1);
    const mayClose = wants === 'more' || wants === 'first value' || wants === 'first name';
    if (mayClose && closing !== undefined && next === closing) {
      if (closings.pop() === '}') names.pop();
      at += 1;
      wants = 'more';
    } else if (wants === 'more') {
      if (closing === undefined) return next === undefined ? undefined : wrong('nothing more');
      if (next !== ',') return wrong(`"," or "${closing}"`);
      at += 1;
      wants = closing === '}' ? 'name' : 'value';
    } else if (wants === 'name' || wants === 'first name') {
      if (next !== '"') return wrong('a name in double quotes');
      const from = at;
      if (!takeText()) return badText();
      const name = JSON.parse(text.slice(from, at)) as string;
      const known = names.at(-1)!;
      if (known.has(name)) return { at: from, why: `${shown(name)} is already a member of this object` };
      known.add(name);
      take(blanks);
      if (text[at] !== ':') return wrong('":"');
      at += 1;
      wants = 'value';
    } else if (next === '{' || next === '[') {
      closings.push(next === '{' ? '}' : ']');
      if (next === '{') names.push(new Set());
      at += 1;
      wants = next === '{' ? 'first name' : 'first value';
    } else if (next === '"') {
      if (!takeText()) return badText();
      wants = 'more';
    } else {
      if (!take(bare)) return wrong('a value');
      wants = 'more';
    }
  }
}

/** As endOfQuoted; undefined if the string is invalid. A regular expression would overflow the stack on a long string. */
function endOfText(text: string, from: number): number | undefined {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '"') return at + 1;
    if (text[at] < ' ') return undefined;
    if (text[at] !== '\\') continue;
    escaped.lastIndex = at;
    if (!escaped.test(text)) return undefined;
    at = escaped.lastIndex - 1;
  }
  return undefined;
}

function found(character: string | undefined): string {
  if (character === undefined) return 'the text ends';
  if (character === '/') return 'found "/" (a comment is // to the end of the line, or between /* and */)';
  return `found ${JSON.stringify(character)}`;
}
