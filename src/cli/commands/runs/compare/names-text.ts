/** The most names in a title; further ones are counted. */
const NAMES_SHOWN = 3;

export function namesText(names: readonly string[]): string {
  const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : '';
  return names.slice(0, NAMES_SHOWN).join(', ') + more;
}
