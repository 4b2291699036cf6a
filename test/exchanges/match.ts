// Compares an answer with the expected one. The comparison is exact, including members and the order of lists, except for
// matchers: a string in angle brackets, or an object with one $member.

const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Matchers for values that are unknown beforehand or irrelevant to the case. */
const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  '<any>': () => true,
  '<string>': (value) => typeof value === 'string',
  '<text>': (value) => typeof value === 'string' && value !== '',
  '<integer>': Number.isSafeInteger,
  '<array>': Array.isArray,
  '<gprId>': (value) => isText(value, /^gpr-[0-9a-f]{8}-[0-9a-f]{4}$/),
  '<uuid>': (value) => isText(value, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  '<jwt>': (value) => isText(value, /^[\w-]+\.[\w-]+\.[\w-]+$/),
  '<timestamp>': (value) => isText(value, timestamp),
  '<details>': (value) =>
    Array.isArray(value)
      ? value.length > 0 && value.every((item) => differences(errorDetail, item).length === 0)
      : typeof value === 'string',
  '<errorDocument>': (value) => differences(errorDocument, value).length === 0,
  '<errorLine>': (value) => isText(value, /^Error: .+; Reason: \w+$/),
};

/** The first form of error.data with any texts. */
const errorDocument = {
  $json: {
    error: {
      Message: '<text>',
      Status: '<integer>',
      DetailedError: { Errormessage: '<text>', Reason: '<text>', Details: '<details>' },
      StatusCode: '<integer>',
      ReferenceDocumentation: '<text>',
    },
  },
};

const errorDetail = { reason: '<text>', message: '<text>', field: '<text>' };

type Members = Readonly<Record<string, unknown>>;

/** Matchers with a parameter, which is the value of their only member. */
const takers: Readonly<Record<string, (taken: unknown, actual: unknown, at: string) => readonly string[]>> = {
  $regex(taken, actual, at) {
    return isText(actual, new RegExp(String(taken), 'u'))
      ? []
      : [`${at}: ${shown(actual)} does not match ${taken}`];
  },
  /** A JSON document encoded as a string. */
  $json(taken, actual, at) {
    if (typeof actual !== 'string') return [`${at}: expected JSON as a string, got ${shown(actual)}`];
    try {
      return differences(taken, JSON.parse(actual), `${at}(JSON)`);
    } catch {
      return [`${at}: is not JSON: ${shown(actual)}`];
    }
  },
  $has(taken, actual, at) {
    if (!isObject(actual) || !isObject(taken)) return [`${at}: expected an object, got ${shown(actual)}`];
    return Object.keys(taken).flatMap((key) => differences(taken[key], actual[key], member(at, key)));
  },
};

/** One line per difference, which begins with its place. Empty if the value is as expected. */
export function differences(expected: unknown, actual: unknown, at = 'body'): readonly string[] {
  if (typeof expected === 'string' && expected.startsWith('<') && expected.endsWith('>')) {
    const kind = kinds[expected];
    if (kind === undefined) return [`${at}: unknown matcher ${expected}`];
    return kind(actual) ? [] : [`${at}: expected ${expected}, got ${shown(actual)}`];
  }
  if (Array.isArray(expected)) return listDifferences(expected, actual, at);
  if (!isObject(expected)) {
    return Object.is(expected, actual) ? [] : [`${at}: expected ${shown(expected)}, got ${shown(actual)}`];
  }
  const taker = takerOf(expected);
  if (taker === undefined) return memberDifferences(expected, actual, at);
  const take = takers[taker];
  return take === undefined ? [`${at}: unknown matcher ${taker}`] : take(expected[taker], actual, at);
}

/** The $member of a matcher; undefined for other objects. */
export function takerOf(expected: Members): string | undefined {
  const [only, ...others] = Object.keys(expected);
  return only?.startsWith('$') && others.length === 0 ? only : undefined;
}

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listDifferences(expected: readonly unknown[], actual: unknown, at: string): readonly string[] {
  if (!Array.isArray(actual)) return [`${at}: expected a list, got ${shown(actual)}`];
  if (actual.length !== expected.length) {
    return [`${at}: expected ${expected.length} items, got ${actual.length}: ${shown(actual)}`];
  }
  return expected.flatMap((item, index) => differences(item, actual[index], `${at}[${index}]`));
}

function memberDifferences(expected: Members, actual: unknown, at: string): readonly string[] {
  if (!isObject(actual)) return [`${at}: expected an object, got ${shown(actual)}`];
  const missing = Object.keys(expected).filter((key) => !Object.hasOwn(actual, key));
  const more = Object.keys(actual).filter((key) => !Object.hasOwn(expected, key));
  return [
    ...missing.map((key) => `${member(at, key)}: is missing, expected ${shown(expected[key])}`),
    ...more.map((key) => `${member(at, key)}: is not expected: ${shown(actual[key])}`),
    ...Object.keys(expected)
      .filter((key) => Object.hasOwn(actual, key))
      .flatMap((key) => differences(expected[key], actual[key], member(at, key))),
  ];
}

function member(at: string, key: string): string {
  return /^\w+$/.test(key) ? `${at}.${key}` : `${at}[${JSON.stringify(key)}]`;
}

function isText(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
