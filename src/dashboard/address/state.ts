// States of the page that its address has: who reads a state reads the address, who sets it changes the address.

import { computed, effect } from '@preact/signals';
import { notice } from './notice.ts';
import { keepInLinks, member, route, setQuery } from './route.ts';

/** Characters of a wrong member that are shown. */
const SHOWN_MAX = 60;

export const AN_INSTANT = 'an instant such as 2026-01-05T09:00:00Z';

export interface AddressState<T> {
  value: T;
  readonly peek: () => T;
}

interface Described<T> {
  /** The member of the query that has it. */
  readonly name: string;
  /** Without the member. */
  readonly initial: T;
  /** undefined: the text is wrong. */
  readonly from: (text: string) => T | undefined;
  /** undefined or '': the address leaves it out. */
  readonly to: (state: T) => string | undefined;
  /** What the member must be: if it is not, the page leaves it out, and names it. */
  readonly right?: string;
  /** The only place that has it, to which links do not keep it. */
  readonly place?: string | undefined;
  /** The places to which links keep it. Without both, all. */
  readonly places?: readonly string[] | undefined;
}

export function stateInAddress<T>(described: Described<T>): AddressState<T> {
  const { name, initial, from, to, right, place, places } = described;
  if (place === undefined) keepInLinks(name, places);
  const text = member(name);
  const state = computed(() => (text.value === '' ? initial : (from(text.value) ?? initial)));
  if (right !== undefined)
    checkInAddress(
      name,
      (of) => from(of) !== undefined,
      right,
      (here) => (place ?? here) === here,
    );
  return {
    get value() {
      return state.value;
    },
    set value(next) {
      setQuery({ [name]: to(next) });
    },
    peek: () => state.peek(),
  };
}

/** One of several words, at first the first one. */
export function choiceInAddress<T extends string>(
  name: string,
  choices: readonly T[],
  place?: string,
): AddressState<T> {
  const [initial] = choices as readonly [T, ...T[]];
  return stateInAddress({
    name,
    initial,
    from: (text) => choices.find((choice) => choice === text),
    to: (choice) => (choice === initial ? '' : choice),
    right: choices.filter(Boolean).join(' or '),
    place,
  });
}

/** `In the address, at=noon is left out: it must be …` */
export function leftOut(name: string, value: string, right: string): string {
  return `In the address, ${name}=${value.slice(0, SHOWN_MAX)} is left out: it must be ${right}.`;
}

/** Leaves a wrong member out, and names it. @param isIn whether a place has the member */
export function checkInAddress(
  name: string,
  isRight: (value: string) => boolean,
  right: string,
  isIn = (_place: string) => true,
): void {
  effect(() => {
    const { value } = member(name);
    if (value === '' || !isIn(route.value[0] ?? '') || isRight(value)) return;
    const before = notice.peek();
    const text = leftOut(name, value, right);
    notice.value = { kind: 'problem', text: before?.kind === 'problem' ? `${before.text} ${text}` : text };
    setQuery({ [name]: '' });
  });
}
