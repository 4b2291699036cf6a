// The shapes of the members of answers, which the handlers keep and OpenAPI describes.

import * as v from 'valibot';

export const string = v.string();
export const number = v.number();
/** An integer. */
export const whole = v.pipe(v.number(), v.integer());
export const boolean = v.boolean();

export const stringOrNull = orNull(string);
export const numberOrNull = orNull(number);
export const wholeOrNull = orNull(whole);

export const strings = list(string);
export const wholes = list(whole);

export function orNull<const Shape extends v.GenericSchema>(shape: Shape) {
  return v.nullable(shape);
}

export function list<const Item extends v.GenericSchema>(item: Item) {
  return v.pipe(v.array(item), v.readonly());
}

/** An object that OpenAPI describes under this name. */
export function titled<const Entries extends v.ObjectEntries>(title: string, entries: Entries) {
  return v.pipe(v.object(entries), v.title(title));
}

/** An object with these members, all of one shape. */
export function each<Name extends string, Shape extends v.GenericSchema>(
  names: readonly Name[],
  shape: Shape,
) {
  return v.object(Object.fromEntries(names.map((name) => [name, shape])) as Record<Name, Shape>);
}

/** The names of a GPR, null for callers who may not see its workspace. */
export const named = { gprId: stringOrNull, gprName: stringOrNull, workspace: stringOrNull };
