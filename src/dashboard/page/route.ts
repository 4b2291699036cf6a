// The place of the page within its address: `#/gpr/<id>`. The back button of the browser works.

import { signal } from '@preact/signals';

export const route = signal<readonly string[]>(partsOf(location.hash));

window.addEventListener('hashchange', () => {
  route.value = partsOf(location.hash);
});

function partsOf(hash: string): readonly string[] {
  return hash
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function addressOf(...parts: readonly string[]): string {
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}
