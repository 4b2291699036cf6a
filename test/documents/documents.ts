import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const project = resolve(import.meta.dirname, '../..');

export interface Block {
  readonly language: string;
  /** Without the indentation of a list. */
  readonly text: string;
  /** Whether the block shows the output of the block before it: only the word "prints" may be between them. */
  readonly isPrinted: boolean;
}

export interface Document {
  /** Relative to the project's folder. */
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
}

export const documents: readonly Document[] = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'sim/README.md',
  ...readdirSync(join(project, 'docs')).map((file) => `docs/${file}`),
]
  .filter((path) => path.endsWith('.md'))
  .map((path) => {
    const text = readFileSync(join(project, path), 'utf8');
    return { path, text, blocks: blocksOf(text) };
  });

export function documentAt(path: string): Document {
  return documents.find((document) => document.path === path)!;
}

export function sectionOf({ text }: Document, title: string): string {
  return new RegExp(`^## ${title}\\n(.*?)(?=^## |(?![^]))`, 'ms').exec(text)![1];
}

/** Names of the packages whose code is in the program. */
export const packagesInside: readonly string[] = [
  ...sectionOf(documentAt('docs/architecture.md'), 'In the program').matchAll(/^\| `([^`]+)` \|/gm),
].map(([, name]) => name);

function blocksOf(text: string): Block[] {
  let end = 0;
  return [...text.matchAll(/^( *)```(\w+)\n(.*?)^ *```$/gms)].map((match) => {
    const [whole, indent, language, body] = match;
    const between = text.slice(end, match.index);
    end = match.index + whole.length;
    return {
      language,
      text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      isPrinted: language === 'text' && /^(prints)?$/.test(between.trim()),
    };
  });
}

/** The lines of a block with joined continuations; `npm run -s gprsim --` is replaced by `gprsim`. */
export function linesOf({ text }: Block): string[] {
  return text
    .replace(/\\\n\s*/g, '')
    .replaceAll('npm run -s gprsim -- ', 'gprsim ')
    .split('\n')
    .filter((line) => line.trim() !== '');
}

/** The arguments of every gprsim command in a document. */
export function commandsOf(document: Document): string[] {
  return document.blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(linesOf)
    .flatMap((line) => /(?:^|[\s(;=])gprsim ([a-z].*)$/.exec(line)?.[1] ?? [])
    .map((args) => args.replace(/ *[|>;)].*$/, ''));
}
