import { cutAfter } from '../../../wire/text/characters.ts';
import { withoutSecrets } from './secrets.ts';

/** The largest kept part of a body, in bytes of UTF-8. */
export const bodyBytesMax = 16_384;
/** How much further secrets are searched: one that begins in the kept part must be recognized. A token has at most 2,000 bytes. */
const marginBytes = 2_048;

/** A body without secrets, or its beginning. */
export interface KeptBody {
  readonly text: string;
  readonly isCut: boolean;
}

/** @param body text, or text in UTF-8 */
export function keptBody(body: string | Uint8Array): KeptBody {
  const searched = bodyBytesMax + marginBytes;
  const head =
    typeof body === 'string'
      ? body.length > searched
        ? cutAfter(body, searched)
        : body
      : firstBytes(body, searched);
  const isWhole = typeof body === 'string' ? body.length <= searched : body.byteLength <= searched;
  const text = withoutSecrets(head);
  // A character has at most three bytes for each of its UTF-16 units.
  if (isWhole && (3 * text.length <= bodyBytesMax || Buffer.byteLength(text) <= bodyBytesMax))
    return { text, isCut: false };
  // The copy does not hold the memory of the whole body.
  return { text: firstBytes(Buffer.from(text), bodyBytesMax), isCut: true };
}

/** Memory of a text in bytes: V8 takes two bytes for each UTF-16 unit of a text that is not Latin. */
export function heldBytes(text: string): number {
  return Buffer.byteLength(text) === text.length ? text.length : 2 * text.length;
}

/** The text of the first bytes, without a part of a character at the end. */
function firstBytes(bytes: Uint8Array, most: number): string {
  return new TextDecoder().decode(bytes.subarray(0, most), { stream: bytes.byteLength > most });
}
