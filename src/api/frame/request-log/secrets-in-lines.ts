// Hides secrets in texts of lines: YAML, commands, settings, headers, sources, sentences.

import { anyOf, isSecretName, isSecretValue, matchAt } from './secret-names.ts';

const word = /[\w./-]+(?: keys?\b)?/gi;
/** `name: API_KEY` and `kind: Secret`: what is named `value` and `data` is secret. */
const naming = /(?:key|kind|name)["'\\]*\s*[:=]["'\\\s]*([\w.-]+)/gi;
/** What can be between a name and its value. Any other character is a part of the value. */
const separator = /(?![,;])["'`\])}>\\]*,?(?:\s*[=:]>?)?[ \t\r]*/y;
const optionSeparator = /["'`\]]*,?=?\s*(?:- +)?/y;
/** What follows the name of a secret in a sentence without the secret, such as `the token is invalid`. */
const others = anyOf(
  'and configuration expired for invalid missing must not of opens or required revoked the to token tokens which with',
);
const sentence = new RegExp(`(?:(?:has|is) )?${others}(?![\\w-])`, 'iy');
/** The rest of a line, of a value in quotes, and of a line that a backslash continues. */
const rest = /(?:(["']{3}|["']).*?(?:\1|$))?[^\n\\]*(?:\\\r?.?[^\n\\]*)*/sy;
const indentation = /[ \t]*(?:- +)*/y;
const nextLine = /(?:[ \t\r]*\n)+([ \t]*(?:- +)*)[^\n]*/y;

/** @param isMysql whether the option `-px` has the password `x` */
export function linesWithoutSecrets(text: string, isMysql: boolean): string {
  const isNamed = [...text.matchAll(naming)].some(([, named]) => isSecretName(named!));
  let safe = '';
  let at = 0;
  word.lastIndex = 0;
  for (let found = word.exec(text); found !== null; found = word.exec(text)) {
    const [name] = found;
    let from = found.index + 2;
    if (!isMysql || !name.startsWith('-p')) {
      const isOption = name.startsWith('-');
      const [between] = matchAt(isOption ? optionSeparator : separator, text, word.lastIndex) ?? [];
      if (between === undefined) continue;
      from = word.lastIndex + between.length;
      if (!isSecretValue(name, text, from) && !(isNamed && /^(?:value|data)$/i.test(name))) continue;
      if (!isOption && /^[^,:=]*\s$/.test(between) && matchAt(sentence, text, from) !== null) continue;
    }
    const to = endOf(text, from);
    if (from === to) continue;
    safe += `${text.slice(at, from)}…`;
    at = to;
    word.lastIndex = at;
  }
  return safe + text.slice(at);
}

/** The index after a value and the lines that belong to it, which are deeper, or a list at the same depth. */
function endOf(text: string, from: number): number {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const depth = matchAt(indentation, text, start)![0].length;
  let to = from;
  let line = matchAt(rest, text, from);
  do {
    to += line![0].length;
    line = matchAt(nextLine, text, to);
  } while (line !== null && line[1]!.length > depth);
  return to;
}
