// The subset of YAML in which the examples are written: maps and lists by indentation, scalars on one line.

export type Yaml = string | null | Yaml[] | { [name: string]: Yaml };

interface Line {
  readonly indent: number;
  readonly text: string;
  readonly number: number;
}

/** @throws Error with the number of the first line outside the subset */
export function readYaml(text: string): Yaml {
  const lines = text.split('\n').flatMap((raw, i): Line[] => {
    const content = raw.trim();
    if (content === '' || content.startsWith('#')) return [];
    if (raw.includes('\t') || raw !== raw.trimEnd())
      throw new Error(`line ${i + 1} has tabs or trailing blanks`);
    return [{ indent: raw.length - content.length, text: content, number: i + 1 }];
  });
  const value = readBlock(lines, lines[0].indent);
  if (lines.length > 0)
    throw new Error(`line ${lines[0].number} has an indentation that no line above it has`);
  return value;
}

/** Reads a map or a list and removes its lines from the front. */
function readBlock(lines: Line[], indent: number): Yaml {
  return lines[0].text.startsWith('- ') ? readList(lines, indent) : readMap(lines, indent);
}

function readList(lines: Line[], indent: number): Yaml[] {
  const items: Yaml[] = [];
  while (lines[0]?.indent === indent && lines[0].text.startsWith('- ')) {
    const { text, number } = lines.shift()!;
    const content = text.slice(2);
    if (/^[\w-]+:( |$)/.test(content)) {
      lines.unshift({ indent: indent + 2, text: content, number });
      items.push(readMap(lines, indent + 2));
    } else items.push(scalar(content, number));
  }
  return items;
}

function readMap(lines: Line[], indent: number): { [name: string]: Yaml } {
  const map: { [name: string]: Yaml } = {};
  while (lines[0]?.indent === indent) {
    const { text, number } = lines.shift()!;
    const match = /^([\w.-]+):(?: (.+))?$/.exec(text);
    if (match === null) throw new Error(`line ${number} must be "name: value", but is: ${text}`);
    const [, name, value] = match;
    if (Object.hasOwn(map, name)) throw new Error(`line ${number}: duplicate name ${name}`);
    if (value !== undefined) map[name] = scalar(value, number);
    else map[name] = lines[0]?.indent > indent ? readBlock(lines, lines[0].indent) : null;
  }
  return map;
}

/** Reads a plain scalar. Rejects text to which YAML gives a special meaning. */
function scalar(text: string, number: number): string {
  if (/^['"[\]{}&*!|>%@`?]/.test(text) || /: | #|:$/.test(text))
    throw new Error(`line ${number} must be a plain scalar, but is: ${text}`);
  return text;
}
