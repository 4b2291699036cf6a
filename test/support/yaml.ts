// The part of YAML that the examples are written in: maps and lists by indentation, scalars on one line.

export type Yaml = string | null | Yaml[] | { [name: string]: Yaml };

interface Line {
  readonly indent: number;
  readonly text: string;
  readonly number: number;
}

/** @throws Error naming the line that is none of it */
export function readYaml(text: string): Yaml {
  const lines = text.split('\n').flatMap((raw, i): Line[] => {
    const content = raw.trim();
    if (content === '' || content.startsWith('#')) return [];
    if (raw.includes('\t') || raw !== raw.trimEnd()) throw new Error(`line ${i + 1} has stray blanks`);
    return [{ indent: raw.length - content.length, text: content, number: i + 1 }];
  });
  const value = readBlock(lines, lines[0].indent);
  if (lines.length > 0) throw new Error(`line ${lines[0].number} is indented as nothing above it`);
  return value;
}

/** Takes the lines of one map or list from the front. */
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
    const match = /^([\w-]+):(?: (.+))?$/.exec(text);
    if (match === null) throw new Error(`line ${number} is no "name: value": ${text}`);
    const [, name, value] = match;
    if (Object.hasOwn(map, name)) throw new Error(`line ${number}: ${name} is there already`);
    if (value !== undefined) map[name] = scalar(value, number);
    else map[name] = lines[0]?.indent > indent ? readBlock(lines, lines[0].indent) : null;
  }
  return map;
}

/** A plain scalar; where YAML would see more in one, it is refused. */
function scalar(text: string, number: number): string {
  if (/^['"[\]{}&*!|>%@`?]/.test(text) || /: | #|:$/.test(text))
    throw new Error(`line ${number} needs quotes or is no plain scalar: ${text}`);
  return text;
}
