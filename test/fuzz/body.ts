// Random bodies: most fit their schema, others are damaged, malformed, missing or too long.

import fc from 'fast-check';
import { ofKind, weighted } from '../support/draws.ts';
import { brokenTexts, damaged } from './damage.ts';
import type { Entrance } from './interface.ts';
import { fittingBody, usually } from './values.ts';

/** A previously downloaded file; the damage is at the share `at` of its length. */
export interface Upload {
  readonly kind: 'upload';
  readonly mediaType: string;
  readonly damage: 'none' | 'flip' | 'cut';
  readonly at: number;
}

export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  /** Too long to be accepted. */
  | { readonly kind: 'huge' }
  | Upload;

const none = fc.constant<Body>({ kind: 'none' });
const broken = fc.constantFrom(...brokenTexts).map((text): Body => ({ kind: 'text', text }));
const asJson = (value: unknown): Body => ({ kind: 'json', value });

export function bodiesOf({ operation, body, example, upload }: Entrance): fc.Arbitrary<Body> {
  if (upload !== undefined) return usually(12, uploads(upload), none, broken);
  if (body === undefined) return usually(12, none, fc.jsonValue().map(asJson), broken);
  const values = fittingBody(body, example, operation);
  return weighted(
    [150, values.map(asJson)],
    [50, damaged(values).map(asJson)],
    [6, broken],
    [3, none],
    [1, fc.constant<Body>({ kind: 'huge' })],
  );
}

function uploads(mediaType: string): fc.Arbitrary<Upload> {
  return ofKind('upload', {
    mediaType: fc.constant(mediaType),
    damage: fc.constantFrom<Upload['damage']>('none', 'none', 'flip', 'cut'),
    at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  });
}
