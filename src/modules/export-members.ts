// Checks the members of a default export.

import { WrongModule } from './module-text.ts';

/** A member of a contract. */
export interface Member {
  readonly name: string;
  readonly isOptional?: boolean;
  /** What it must be, to follow "must be". */
  readonly be: string;
  readonly is: (value: unknown) => boolean;
}

const NAME_LENGTH_MAX = 40;

/** The members that orders and placements share. */
export const COMMON: readonly Member[] = [
  {
    name: 'name',
    be: `a text of 1 to ${NAME_LENGTH_MAX} letters, digits, "-", "_" and "."`,
    is: (value) => typeof value === 'string' && /^[\w.-]+$/.test(value) && value.length <= NAME_LENGTH_MAX,
  },
  { name: 'summary', isOptional: true, be: 'a text', is: (value) => typeof value === 'string' },
];

export const isFunction = (value: unknown): boolean => typeof value === 'function';

/** Checks an export against a contract. @param what such as `an order` @throws WrongModule with all that is wrong */
export function checkMembers(
  path: string,
  exported: unknown,
  what: string,
  members: readonly Member[],
): void {
  const names = members.map(({ name }) => name);
  const needed = members.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
  if (typeof exported !== 'object' || exported === null || Array.isArray(exported)) {
    throw new WrongModule(
      `${path} must have ${what} as default export, an object with ${needed.join(', ')}, but has ${shown(exported)}`,
    );
  }
  const given = exported as Readonly<Record<string, unknown>>;
  const wrong = members.flatMap(({ name, isOptional, be, is }) => {
    const value = given[name];
    if (value === undefined) return isOptional ? [] : [`${name} is missing; it must be ${be}`];
    return is(value) ? [] : [`${name} must be ${be}, but is ${shown(value)}`];
  });
  const unknown = Object.keys(given).filter((name) => !names.includes(name));
  if (unknown.length > 0)
    wrong.push(`${unknown.join(', ')}: unknown; the members of ${what} are ${names.join(', ')}`);
  if (wrong.length > 0) throw new WrongModule(`${path} is not ${what}: ${wrong.join('; ')}`);
}

/** A value in an error. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Promise) return 'a promise';
  if (typeof value === 'object' || typeof value === 'function')
    return `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 100)) : String(value);
}
