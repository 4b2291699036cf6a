// Hides secrets in what a log keeps.

import { anyOf, nameRoots } from './secret-names.ts';
import { jsonWithoutSecrets } from './secrets-in-json.ts';
import { linesWithoutSecrets } from './secrets-in-lines.ts';

/** The form of API keys. */
export const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;
/** How known tokens begin. The header of a JWT is JSON in base64url: `{"` becomes `eyJ`. */
const beginnings = anyOf(
  'AGE-SECRET-KEY- AIza AKIA ASIA dckr_pat_ dop_v1_ eyJ ghp_ gho_ ghs_ ghu_ github_pat_ glpat- glptt- hf_ npm_ nvapi- pypi- shpat_ sk- sk_ xoxb- xoxp- ya29.',
);
const token = new RegExp(`(?<![\\w-])${beginnings}[\\w-]{10,}(?:\\.[\\w-]*)*`, 'g');
const privateKey =
  /-{4,5} ?BEGIN [A-Z\d ]*PRIVATE KEY.*?(?:-{4,5} ?END [A-Z\d ]*-*|$)|PuTTY-User-Key-File.*/gs;
/** Digests of images, `name:tag@sha256:…`, have an `@`, too. */
const beforeHost = /^.*@(?!sha\d+:)/s;
/** A login in an address: from a `//` that no host and path follow, otherwise from a colon, to the last `@`. */
const login = /^(.*?\/\/(?![^/:]*(?::\d+)?\/)|(?!.*\/\/)[^:]*:).*@/s;
/** Texts without it have no secrets. Most texts need no further search. */
const trace = new RegExp(`${nameRoots}|@|(?<!\\w)-[pu]|-[\\da-f]{4}-|\\\\u|%|${token.source}`, 'i');
/** Characters of ASCII as escapes of JSON and of addresses, also within addresses within addresses. */
const escapes = /(?:(?:\\|%(?:25)*5c)u00|%(?:25)*)([0-7][\da-f])/gi;

/** A body or a part of one with `…` for each secret, also for those within strings. JSON stays JSON. */
export function withoutSecrets(text: string): string {
  return searched(text, /mysql|mariadb|sshpass/i.test(text));
}

/** A path and query with `…` for each secret. A part that hides a secret in escapes is returned without the escapes. */
export function targetWithoutSecrets(target: string): string {
  return target.replace(/[^?&]+/g, withoutSecrets);
}

function searched(text: string, isMysql: boolean): string {
  if (!trace.test(text)) return text;
  if (/^\s*["[{]/.test(text)) {
    try {
      return jsonWithoutSecrets(text, (content) => searched(content, isMysql));
    } catch {
      // The text is not JSON.
    }
  }
  const plain = text.replace(escapes, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const safe = linesWithoutSecrets(plain.replace(privateKey, '…'), isMysql)
    .replace(/\S+/g, (word) => word.replace(beforeHost, (before) => before.replace(login, '$1…@')))
    .replace(token, '…')
    .replace(uuid, '…');
  return safe === plain ? text : safe;
}
