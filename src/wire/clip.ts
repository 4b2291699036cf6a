const longest = 60;

/** Shortens text that came from outside, so that an error about a huge value is not huge itself. */
export function clip(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
}
