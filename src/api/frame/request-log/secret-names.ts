// Decides by the words of a name, such as `DB_PASSWORD`, `clientSecrets` or `--api-key`, whether its value is a secret.

/** A pattern for any of the words in a list. */
export const anyOf = (list: string) => `(?:${list.replaceAll(' ', '|')})`;
/** A name of a secret has one of them, in any case. */
export const nameRoots = anyOf(
  'auth bearer cookie cred docker key literal pass pwd secret sig string.?data token',
);
const nameRoot = new RegExp(nameRoots, 'i');
const secrets = anyOf(
  'authorization bearer cookie credential dbpass dockercfg dockerconfigjson from-literal keypass pass-phrase pass-word passphrase passwd password pwd requirepass secret signature sshpass storepass string-data token',
);
/** With one of these words before it, a key is a secret. */
const keys = anyOf(
  'access account admin api app auth client consumer decryption deploy encryption host license master private root secret server service session shared sign signing ssh ssl storage subscription tls webhook',
);
const secret = new RegExp(`(?:${secrets}|${keys}-?key|(?<![a-z])(?:cred|pass|sig))s?(?=-|$)|^auths?$`);
/** The last words of names such as `secretName`, whose values are no secrets. */
const lastWords = anyOf(
  'at class count endpoint expiration expiry file format id kind length limit list mode name namespace path policy provider ref second size ttl type until uri url version',
);
const harmless = new RegExp(`-${lastWords}s?$|(?:existing|pull)-secrets?$`);
const harmlessValue = /["'\\]*(?:true|false|null|(\d[\d.e]*))["'\\]*(?![^\s,;&})\]])/iy;
/** `user:password`, but not `1000:1000`, the numbers of a user and a group. */
const login = /["']?(?!\d+:\d+\b)[^\s:]{0,256}:/y;

/** Whether a text has the form of a name. */
export function isName(text: string): boolean {
  return /^[\w.-]+(?: \w+)?$/.test(text);
}

export function isSecretName(name: string): boolean {
  if (!nameRoot.test(name)) return false;
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  const normal = words.join('-').toLowerCase();
  return secret.test(normal) && !harmless.test(normal);
}

/** Whether the value of this name, which begins at an index of the text, is a secret. */
export function isSecretValue(name: string, text: string, from = 0): boolean {
  if (/^--?(?:u|user|proxy-user)$/.test(name)) return matchAt(login, text, from) !== null;
  if (!isSecretName(name)) return false;
  const [value, digits] = matchAt(harmlessValue, text, from) ?? [];
  return value === undefined || (digits !== undefined && !/tokens$/i.test(name));
}

/** @param pattern a sticky one */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
