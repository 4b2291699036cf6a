// Hides secrets in a JSON text by its structure. The text may be cut anywhere.

import { isName, isSecretName, isSecretValue } from './secret-names.ts';

/** An object or list that has begun. */
interface Container {
  /** Its text, with a part for each value. */
  readonly parts: string[];
  /** Parts that are secret if a string beside them names a secret, such as `"name": "API_KEY"` or `"kind": "Secret"`. */
  readonly values: number[];
  isNamed: boolean;
  /** The name of the next value. In a list, it is the string before. */
  name: string;
}

const hidden = '"…"';
/** A cut leaves a string without its quote, perhaps with a part of an escape, or the beginning of a literal. */
const piece =
  /("(?:[^"\\]|\\u[\da-f]{4}|\\[^u])*)(?:"|\\?$|\\u[\da-f]{0,3}$)(\s*:)?|[{}[\],]|\s+|true|false|null|[\d.e+-]+|[a-z-]{1,4}$/gisy;

/**
 * @param inner hides secrets in the content of a string
 * @throws SyntaxError if the text has other pieces than JSON
 */
export function jsonWithoutSecrets(text: string, inner: (content: string) => string): string {
  const begun: Container[] = [];
  let top = container();
  let read = 0;
  const add = (part: string, isSecret: boolean) => {
    if (/^(?:value|data)$/i.test(top.name)) top.values.push(top.parts.length);
    top.parts.push(isSecret ? hidden : part);
    top.name = '';
  };
  const end = () => {
    const whole = textOf(top);
    top = begun.pop()!;
    add(whole, isSecretName(top.name));
  };
  for (const [found, begin, colon] of text.matchAll(piece)) {
    read += found.length;
    if (begin !== undefined) {
      const content: string = begin.includes('\\') ? JSON.parse(`${begin}"`) : begin.slice(1);
      const isSecret = !colon && isSecretValue(top.name, content);
      const safe = isSecret ? content : inner(content);
      const part = safe === content ? found : JSON.stringify(safe).slice(0, -1) + found.slice(begin.length);
      if (colon) top.parts.push(part);
      else add(part, isSecret);
      if (colon || isName(content)) top.name = content;
      if (!colon && isSecretName(top.name)) top.isNamed = true;
    } else if (/[{[]/.test(found)) {
      begun.push(top);
      top = container(found);
    } else if (/[\w-]/.test(found)) add(found, isSecretValue(top.name, found));
    else {
      top.parts.push(found);
      if (/[}\]]/.test(found) && begun.length > 0) end();
    }
  }
  if (read < text.length) throw new SyntaxError('not JSON');
  while (begun.length > 0) end();
  return textOf(top);
}

function container(...parts: string[]): Container {
  return { parts, values: [], isNamed: false, name: '' };
}

function textOf({ parts, values, isNamed }: Container): string {
  if (isNamed) for (const value of values) parts[value] = hidden;
  // Sums of texts share memory, also in deep ones.
  return parts.reduce((text, part) => text + part, '');
}
