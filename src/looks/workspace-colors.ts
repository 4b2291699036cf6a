// The color of a workspace. It depends on the name, so that the charts, tiles and lists of the page, the page of every user, and all
// reports show the same color. Of workspaces with one color, only the first one has it, as long as there are others.

/**
 * P. Tol, "Colour Schemes" (2021), mostly of the schemes "bright" and "light", for the first twelve: they differ also under
 * the common kinds of color blindness. None is so dark or so light that it is lost on one of the two backgrounds.
 */
export const COLORS: readonly string[] = [
  '#4477aa',
  '#ee6677',
  '#228833',
  '#ccbb44',
  '#66ccee',
  '#aa3377',
  '#ee8866',
  '#44bb99',
  '#bb99dd',
  '#999933',
  '#cc99aa',
  '#77aadd',
  '#3355cc',
  '#bb3333',
  '#77cc55',
  '#aa7700',
  '#3399aa',
  '#dd55bb',
  '#8855cc',
  '#b0905f',
  '#227766',
  '#995544',
  '#6666aa',
  '#dd9933',
];

/** The color of what the user may not see, and of merged bars. */
export const NEUTRAL = '#8a8f98';

/** A workspace whose name has one of these words has that color. */
const NAMED: Readonly<Record<string, string>> = {
  blue: '#4477aa',
  brown: '#995544',
  cyan: '#66ccee',
  gold: '#dd9933',
  green: '#228833',
  magenta: '#dd55bb',
  olive: '#999933',
  orange: '#ee8866',
  pink: '#dd55bb',
  purple: '#aa3377',
  red: '#bb3333',
  teal: '#227766',
  violet: '#8855cc',
  yellow: '#ccbb44',
};

/** With this first value, the 18 workspaces of `demo` have 18 colors. */
const FIRST = 1897;

/** The word of a color in the name of a workspace. */
function colorWord(workspace: string): string | undefined {
  return workspace
    .toLowerCase()
    .split(/[^a-z]+/)
    .find((part) => Object.hasOwn(NAMED, part));
}

/** The position of the color of a workspace in `COLORS`. */
export function colorNumber(workspace: string): number {
  const word = colorWord(workspace);
  return word === undefined ? hashOf(workspace) % COLORS.length : COLORS.indexOf(NAMED[word]);
}

/**
 * Workspace → the position of its color. The word of a color in a name comes first. A workspace whose color is used takes the next
 * free one; without a free one, some share a color.
 */
export function colorNumbers(names: readonly string[]): ReadonlyMap<string, number> {
  const used = new Set(names.filter(colorWord).map(colorNumber));
  return new Map(
    names.map((name) => {
      let number = colorNumber(name);
      if (colorWord(name) === undefined && used.size < COLORS.length)
        while (used.has(number)) number = (number + 1) % COLORS.length;
      used.add(number);
      return [name, number];
    }),
  );
}

/** FNV-1a, whose low bits are mixed with the high ones. */
function hashOf(name: string): number {
  let hash = FIRST;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
