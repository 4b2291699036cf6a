// Hides secrets in what a log keeps: API keys, tokens, and the values of members and parameters with names of secrets.

const hidden = '…';

/** The form of API keys. */
export const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;
/** The header of a JWT is JSON in base64url: `{"` becomes `eyJ`. The lookbehind keeps the search linear. */
const token = /(?<![\w-])eyJ[\w-]{10,}(?:\.[\w-]*)*/g;
const names = '[\\w-]*(?:api[-_]?key|token|secret|password)';
const member = new RegExp(`"${names}"\\s*:\\s*`, 'gi');
const parameter = new RegExp(`((?<![\\w-])${names})=[^&\\s"]+`, 'gi');
/** Texts without it have no secrets. Most texts need no further search. */
const trace = /eyJ|-[0-9a-f]{4}-[0-9a-f]{4}-|(?:key|token|secret|password)["=]|\\u/i;

/** A piece of JSON text. A text that was cut can end within a string. */
const piece = /"(?:[^"\\]|\\.)*"?|[{}[\],]|[^"{}[\],]+/sy;
/** The escapes `\u0020` to `\u007f`, which can hide a secret; the other escapes are matched so that `\\u` is none. */
const escapes = /\\(?:u00([2-7][0-9a-f])|.)/gis;
const escapedBytes = /(?:%[0-9a-f]{2})+/gi;

/** A body or a part of one with `…` for each secret. */
export function withoutSecrets(text: string): string {
  if (!trace.test(text)) return text;
  const plain = text.includes('\\u') ? text.replace(escapes, unescaped) : text;
  return withoutMembers(plain)
    .replace(parameter, `$1=${hidden}`)
    .replace(token, hidden)
    .replace(uuid, hidden);
}

/** A path and query with `…` for each secret. One that hides a secret in escapes is returned without the escapes. */
export function targetWithoutSecrets(target: string): string {
  const plain = target.includes('%') ? target.replace(escapedBytes, decoded) : target;
  const safe = withoutSecrets(plain);
  return safe === plain ? target : safe;
}

function unescaped(whole: string, hex: string | undefined): string {
  if (hex === undefined) return whole;
  const character = String.fromCharCode(Number.parseInt(hex, 16));
  return character === '"' || character === '\\' ? whole : character;
}

function decoded(bytes: string): string {
  try {
    return decodeURIComponent(bytes);
  } catch {
    return bytes;
  }
}

function withoutMembers(text: string): string {
  let safe = '';
  let from = 0;
  member.lastIndex = 0;
  for (let found = member.exec(text); found !== null; found = member.exec(text)) {
    safe += `${text.slice(from, member.lastIndex)}"${hidden}"`;
    from = afterValue(text, member.lastIndex);
    member.lastIndex = from;
  }
  return safe + text.slice(from);
}

/** The index after the JSON value that begins at `from`; the end of a text that was cut within it. */
function afterValue(text: string, from: number): number {
  piece.lastIndex = from;
  let depth = 0;
  for (let start = from; ; start = piece.lastIndex) {
    const [found] = piece.exec(text) ?? [];
    if (found === undefined) return text.length;
    const closes = found === '}' || found === ']';
    if (depth === 0 && (closes || found === ',')) return start;
    if (closes) depth--;
    else if (found === '{' || found === '[') depth++;
  }
}
