import { visible } from '../../../looks/visible.ts';
import { cutAfter } from '../../../wire/text/characters.ts';
import type { Format } from '../../support/output/color.ts';

/** Colors a text; returns it unchanged on a terminal without colors. */
export type Paint = (format: Format, text: string) => string;

/** A text without hidden characters, which could change the terminal, and not longer than a line. */
export function fitted(text: string, columns: number): string {
  const clean = visible(text);
  return clean.length > columns ? `${cutAfter(clean, Math.max(0, columns - 1))}…` : clean;
}
