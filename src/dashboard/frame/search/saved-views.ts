// Views that the user has named, kept by the browser.

import { signal } from '@preact/signals';
import { placeOf } from '../../session/world-name.ts';

interface View {
  readonly name: string;
  /** The hash of the page. */
  readonly address: string;
}

const PLACE = placeOf('views');

export const views = signal<readonly View[]>(JSON.parse(localStorage.getItem(PLACE) ?? '[]'));

export function saveView(name: string, address: string): void {
  keep([...others(name), { name, address }]);
}

export function forgetView(name: string): void {
  keep(others(name));
}

function others(name: string): readonly View[] {
  return views.peek().filter((view) => view.name !== name);
}

function keep(all: readonly View[]): void {
  views.value = all;
  localStorage.setItem(PLACE, JSON.stringify(all));
}
