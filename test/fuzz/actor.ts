// The caller of a request: mostly an Owner, sometimes a caller with fewer rights or none.

import fc from 'fast-check';
import { type Known, knownWord } from './words.ts';

export type Actor =
  | { readonly kind: 'owner' | 'anonymous' | 'garbage' | 'expired' | 'deleted' }
  | { readonly kind: 'editor' | 'viewer'; readonly workspace: Known | string }
  /** Sends a token that an answer contained. */
  | { readonly kind: 'found'; readonly token: Known | string };

const workspace = knownWord('workspace');
export const actors: fc.Arbitrary<Actor> = fc.oneof(
  { weight: 90, arbitrary: fc.constant<Actor>({ kind: 'owner' }) },
  { weight: 16, arbitrary: workspace.map((name): Actor => ({ kind: 'editor', workspace: name })) },
  { weight: 8, arbitrary: workspace.map((name): Actor => ({ kind: 'viewer', workspace: name })) },
  { weight: 4, arbitrary: knownWord('token').map((token): Actor => ({ kind: 'found', token })) },
  {
    weight: 6,
    arbitrary: fc
      .constantFrom<Actor['kind']>('anonymous', 'garbage', 'expired', 'deleted')
      .map((kind) => ({ kind }) as Actor),
  },
);
