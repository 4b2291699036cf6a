import { charactersOf, firstCharacters, hasAtMost } from './characters.ts';

const longest = 60;

/** Shortens text of clients, so that errors about large values stay short. */
export function clip(text: string): string {
  if (hasAtMost(text, longest)) return text;
  return `${firstCharacters(text, longest)}… (${charactersOf(text)} characters)`;
}
