// Hides secrets in what a log keeps: API keys, tokens, and the values of members and parameters with names of secrets.

const hidden = '…';

/** The form of API keys. */
export const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;
/** The header of a JWT is JSON in base64url: `{"` becomes `eyJ`. The lookbehind keeps the search linear. */
const token = /(?<![\w-])eyJ[\w-]{10,}(?:\.[\w-]*)*/g;
const names =
  '[\\w.-]*(?:api[-_]?key|access[-_]?key|private[-_]?key|token|secret|passw(?:or)?d|passphrase|authorization|credentials?|signature)';
const member = new RegExp(`"${names}"\\s*:\\s*`, 'gi');
/** `?sig=x`, `password=x`, `--password=x` */
const parameter = new RegExp(`((?<![\\w.-])(?:--?)?(?:${names}|sig))=[^&\\s"']+`, 'gi');
/** `--password x`, and `"--password", "x"` in a list of arguments. */
const option = new RegExp(`((?<![\\w-])--?${names}(?:"\\s*,\\s*"|\\s+))(?:[^"\\\\\\s]|\\\\.)+`, 'gi');
/** A line of YAML or a header of HTTP: `password: x`, also with a block of lines. */
const line = new RegExp(
  `((?<![\\w.-])${names}[ \\t]*:[ \\t]+)(?:[|>][^\\n]*(?:\\n[ \\t]+[^\\n]*)+|"[^"\\n]*"?|'[^'\\n]*'?|(?:[^"\\\\\\n]|\\\\(?![nr]))+)`,
  'gi',
);
/** `"name": "DB_PASSWORD", "value": "x"` in either order, and the same in YAML. A cut value has no end. */
const nameFirst = new RegExp(
  `(["']?(?:name|key)["']?\\s*:\\s*["']?${names}["']?\\s[^{}]{0,200}?["']?value["']?\\s*:\\s*|"(?:name|key)"\\s*:\\s*"${names}"[^{}]{0,200}?"value"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*"?|[^",}\\n]+)`,
  'gi',
);
const valueFirst = new RegExp(
  `("value"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*"|[^",{}]+)(?=[^{}]{0,200}?"(?:name|key)"\\s*:\\s*"${names}")`,
  'gi',
);
const bearer = /(\bBearer\s+)[^\s"'\\]+/gi;
/** The password of `user:x@host`. A digest of an image, `name:tag@sha256:…`, has this form, too. */
const login =
  /(?<![\w.%+~-])((?:[\w.+-]+:\/\/[\w.%+~-]*|[\w.%+~-]+):)(?!\/\/)[^\s:@/"'\\]+(?=@(?!sha\d+:)[\w[])/gi;
const pem = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*-----|$)/g;
/** Texts without it have no secrets. Most texts need no further search. */
const trace =
  /eyJ|-[0-9a-f]{4}-[0-9a-f]{4}-|key|token|secret|passw|passphrase|authorization|credential|sig|bearer|@|\\u/i;

/** A piece of JSON text. A text that was cut can end within a string. */
const piece = /"(?:[^"\\]|\\.)*"?|[{}[\],]|[^"{}[\],]+/sy;
/** A string as far as its escapes are whole. */
const begun = /^"(?:[^"\\]|\\(?:u[0-9a-f]{4}|[^u]))*/is;
const literal = /"(?:[^"\\]|\\.)*"?/gs;
/** The escapes `\u0020` to `\u007f`, which can hide a secret; the other escapes are matched so that `\\u` is none. */
const escapes = /\\(?:u00([2-7][0-9a-f])|.)/gis;
const escapedBytes = /(?:%[0-9a-f]{2})+/gi;
/** How deep strings within strings are searched: JSON in YAML in JSON has three levels. */
const levelsMax = 4;

/** A body or a part of one with `…` for each secret, also for those of JSON, YAML, commands and addresses within strings. */
export function withoutSecrets(text: string, levels: number = levelsMax): string {
  if (!trace.test(text)) return text;
  const plain = text.includes('\\u') ? text.replace(escapes, unescaped) : text;
  const inside = levels === 0 ? plain : plain.replace(literal, (whole) => withoutInner(whole, levels - 1));
  return withoutMembers(inside)
    .replace(pem, hidden)
    .replace(nameFirst, quotedHidden)
    .replace(valueFirst, quotedHidden)
    .replace(parameter, `$1=${hidden}`)
    .replace(option, `$1${hidden}`)
    .replace(line, `$1${hidden}`)
    .replace(bearer, `$1${hidden}`)
    .replace(login, `$1${hidden}`)
    .replace(token, hidden)
    .replace(uuid, hidden);
}

/** A string of JSON text, in whose content other formats hide secrets behind escapes. */
function withoutInner(whole: string, levels: number): string {
  if (!whole.includes('\\') || !trace.test(whole)) return whole;
  const [begin] = begun.exec(whole)!;
  const isCut = `${begin}"` !== whole;
  try {
    const content: string = JSON.parse(`${begin}"`);
    const safe = withoutSecrets(content, levels);
    if (safe === content.replace(escapes, unescaped)) return whole;
    const written = JSON.stringify(safe);
    return isCut ? written.slice(0, -1) : written;
  } catch {
    return whole;
  }
}

function quotedHidden(_whole: string, begin: string): string {
  return `${begin}"${hidden}"`;
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
