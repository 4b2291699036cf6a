// The API key of this tab, and the tokens that it is exchanged for. The key is kept until the tab is closed.

import { signal } from '@preact/signals';
import { placeOf, worldName } from './world-name.ts';

const PLACE = placeOf('key');
/** An Owner key of the server opens all its worlds. */
const OF_SERVER = PLACE.replace(`worlds/${worldName}/`, '');
const WHY = 'gprsim.why';

const UNKNOWN_KEY =
  'The server does not know this key, or the key has expired. The server prints its Owner key at the start; Owners create others.';

/** The answers to a wrong key. */
const REFUSED: readonly number[] = [400, 401, 403, 422];

/** A token is renewed when it expires within this time. */
const RENEWAL_MS = 30_000;

/** The key with which the tab is signed in; undefined before. */
export const apiKey = signal<string | undefined>(
  (keyOfAddress() ?? sessionStorage.getItem(PLACE) ?? sessionStorage.getItem(OF_SERVER)) || undefined,
);

/** Why the user has to sign in; '' at first. */
export const whySignIn = signal(sessionStorage.getItem(WHY) ?? '');
sessionStorage.removeItem(WHY);

let token: { readonly text: string; readonly endsAt: number } | undefined;
let renewing: Promise<string> | undefined;

/** Takes the key from the address, `#key=…`, and removes it there at once: addresses are shared and kept. */
function keyOfAddress(): string | undefined {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  if (key === null) return undefined;
  history.replaceState(null, '', `${location.pathname}${location.search}`);
  sessionStorage.setItem(PLACE, key);
  return key;
}

/** The link of the dashboard may be opened in a tab that shows it already. */
window.addEventListener('hashchange', () => {
  if (keyOfAddress() !== undefined) location.reload();
});

export class WrongKey extends Error {}

/** Exchanges a key for a token, and keeps both. @throws WrongKey if the server refuses the key */
export async function signIn(key: string): Promise<void> {
  await tokenFor(key);
  sessionStorage.setItem(PLACE, key);
  whySignIn.value = '';
  apiKey.value = key;
}

/** Signs out, and loads the page again: nothing that the user has seen stays. */
export function signOut(why = ''): void {
  // That a key of the server does not open this world is no error of the user.
  sessionStorage.setItem(WHY, sessionStorage.getItem(PLACE) ? why : '');
  sessionStorage.setItem(PLACE, '');
  location.reload();
}

/** Forgets the token, which the server no longer accepts: another world may have another secret. */
export function dropToken(): void {
  token = undefined;
}

/** Returns a valid token. @throws WrongKey; TypeError if the server cannot be reached */
export function validToken(): Promise<string> {
  if (token !== undefined && performance.now() < token.endsAt) return Promise.resolve(token.text);
  if (apiKey.value === undefined) return Promise.reject(new WrongKey('Sign in first.'));
  renewing ??= tokenFor(apiKey.value).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

async function tokenFor(key: string): Promise<string> {
  const response = await fetch('api/v1/auth', { method: 'POST', body: JSON.stringify({ apiKey: key }) });
  const { message, data } = await response.json();
  if (REFUSED.includes(response.status)) throw new WrongKey(UNKNOWN_KEY);
  if (!response.ok) throw new Error(message);
  token = { text: data.token, endsAt: performance.now() + lifeMs(data.token) - RENEWAL_MS };
  return data.token;
}

/** The lifetime of a new token in ms, from its claims alone: the clock of the browser may differ from the server's. */
function lifeMs(text: string): number {
  const [, claims] = text.split('.');
  const { iat, exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
  return (exp - iat) * 1000;
}
