// The caller of a request: mostly an Owner, sometimes a caller with fewer rights or none.

import fc from 'fast-check';
import { weighted } from '../support/draws.ts';
import { type Known, knownWord } from './words.ts';

export type Actor =
  | { readonly kind: 'owner' | 'anonymous' | 'garbage' | 'expired' | 'deleted' }
  | { readonly kind: 'editor' | 'viewer'; readonly workspace: Known | string }
  /** Sends a token that an answer contained. */
  | { readonly kind: 'found'; readonly token: Known | string };

const workspace = knownWord('workspace');
export const actors: fc.Arbitrary<Actor> = weighted(
  [90, fc.constant<Actor>({ kind: 'owner' })],
  [16, workspace.map((name): Actor => ({ kind: 'editor', workspace: name }))],
  [8, workspace.map((name): Actor => ({ kind: 'viewer', workspace: name }))],
  [4, knownWord('token').map((token): Actor => ({ kind: 'found', token }))],
  [
    6,
    fc
      .constantFrom<Actor['kind']>('anonymous', 'garbage', 'expired', 'deleted')
      .map((kind) => ({ kind }) as Actor),
  ],
);
