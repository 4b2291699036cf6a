const longest = 60;

/** Shortens text of clients, so that errors about large values stay short. */
export function clip(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
}
