import { styleText } from 'node:util';

export type Format = Parameters<typeof styleText>[0];

/** Reports whether a stream shows colors: it is a terminal with colors, and NO_COLOR is not set. */
export function hasColors(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY === true && !process.env.NO_COLOR && stream.hasColors();
}

/** The text in color if the stream shows colors. */
export function colored(format: Format, text: string, stream: NodeJS.WriteStream): string {
  return hasColors(stream) ? styled(format, text) : text;
}

/** The text in color, on every stream. */
export function styled(format: Format, text: string): string {
  return styleText(format, text, { validateStream: false });
}
