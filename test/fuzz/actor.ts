// Who asks: mostly an Owner, sometimes somebody who may do less or nothing.

import fc from 'fast-check';
import { type Known, knownWord } from './words.ts';

export type Actor =
  | { readonly kind: 'owner' | 'nobody' | 'garbage' | 'expired' | 'deleted' }
  | { readonly kind: 'editor' | 'viewer'; readonly workspace: Known | string }
  /** With a token of an answer. */
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
      .constantFrom<Actor['kind']>('nobody', 'garbage', 'expired', 'deleted')
      .map((kind) => ({ kind }) as Actor),
  },
);
