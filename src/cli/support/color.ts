// Color: on a terminal alone, and never where NO_COLOR asks for none.

import { styleText } from 'node:util';

export type Format = Parameters<typeof styleText>[0];

/** Whether a stream shows colors. NO_COLOR stands above everything that may ask for them. */
export function hasColors(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY === true && !process.env.NO_COLOR && stream.hasColors();
}

/** A text in color, for a stream that shows some. */
export function colored(format: Format, text: string, stream: NodeJS.WriteStream): string {
  return hasColors(stream) ? styled(format, text) : text;
}

/** A text in color, wherever it goes. */
export function styled(format: Format, text: string): string {
  return styleText(format, text, { validateStream: false });
}
