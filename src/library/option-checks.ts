// Checks of the options of the library's functions.

import { inspect } from 'node:util';

export interface Check {
  readonly fits: (value: unknown) => boolean;
  readonly right: string;
}

export const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
export const aFlag: Check = { fits: (value) => typeof value === 'boolean', right: 'true or false' };

export const isSeed = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

export const aScenario: Check = {
  fits: (value) => isText(value) || (typeof value === 'object' && value !== null && !Array.isArray(value)),
  right: 'the name of a built-in scenario, the path of a scenario file, or an object with its content',
};

export const oneOfNames = (names: readonly string[]): Check => ({
  fits: (value) => names.includes(value as string),
  right: `one of ${names.join(', ')}`,
});

export const wholeFrom = ({ from, to }: { readonly from: number; readonly to: number }): Check => ({
  fits: (value) => Number.isInteger(value) && (value as number) >= from && (value as number) <= to,
  right: `an integer from ${from} to ${to}`,
});

/** @param of the name of the function @throws TypeError that names the option */
export function checkOptions<O extends object>(
  of: string,
  options: O,
  checks: Readonly<Record<keyof O, Check>>,
): void {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`${of} takes an object of options, not ${shown(options)}`);
  }
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(checks, name)) {
      throw new TypeError(`${of}: unknown option ${name}; the options are ${Object.keys(checks).join(', ')}`);
    }
    const { fits, right } = checks[name as keyof O];
    if (value !== undefined && !fits(value)) {
      throw new TypeError(`${of}: ${name} must be ${right}, not ${shown(value)}`);
    }
  }
}

export function shown(value: unknown): string {
  return inspect(value, { depth: 0, breakLength: Number.POSITIVE_INFINITY });
}
