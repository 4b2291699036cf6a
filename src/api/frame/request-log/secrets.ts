// Hides secrets in what a log of requests keeps.

export const uuid = /[0-9a-f]{8}(?:(?:-|%2d)[0-9a-f]{4}){3}(?:-|%2d)[0-9a-f]{12}/gi;

const token = /eyJ[\w-]{10,}(?:\.[\w-]*)*/g;

const names =
  '(?:pass(?:word|wd|phrase)?|pwd|secret|token|credentials?|cookie|auth(?:orization)?|(?:api|access|private)[-_]?key)';
const anyName = new RegExp(names, 'i');
const secretName = new RegExp(`${names}$`, 'i');
/** What follows such a name, up to the end of its line. */
const afterName = new RegExp(`(${names}["'\\\\]*\\s*[:=]).+`, 'gi');
const inQuery = new RegExp(`(${names}=)[^&]+`, 'gi');

/**
 * Replaces by `…`: UUIDs, as API keys are, JWTs, and the values of members whose names end like `password`. In a text that is not
 * JSON, or was cut off, what follows such a name in its line.
 */
export function withoutSecrets(text: string): string {
  if (/^\s*[[{]/.test(text) && (text.includes('\\u') || anyName.test(text))) {
    try {
      return JSON.stringify(JSON.parse(text, safeMember));
    } catch {
      // Not JSON.
    }
  }
  return withoutKeys(text).replace(afterName, '$1…');
}

function safeMember(name: string, value: unknown): unknown {
  if (secretName.test(name)) return '…';
  return typeof value === 'string' ? withoutKeys(value).replace(afterName, '$1…') : value;
}

function withoutKeys(text: string): string {
  return text.replace(uuid, '…').replace(token, '…');
}

/** As withoutSecrets, for the target of a request. */
export function targetWithoutSecrets(target: string): string {
  return withoutKeys(target).replace(inQuery, '$1…');
}
