// Texts of HTML and SVG.

import { visibleLines } from '../../looks/visible.ts';
import { type Columns, packedDetails, Texts } from './packed-csv.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text for an element or a quoted attribute. Hidden characters, some of which XML refuses, become visible. */
export function escaped(text: string): string {
  return visibleLines(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign]);
}

/** A coordinate with at most two digits after the point. */
export function coordinate(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Longer texts of cells are broken into lines. */
const SHORT_MAX = 26;

/** A table with a header. @param right the columns that are aligned right: these, or all from one on */
export function tableOf(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  right: number | readonly number[],
): string {
  // A class of the table is shorter than one of each cell.
  const isRight = (column: number) => typeof right !== 'number' && right.includes(column);
  const cell = (tag: string, text: string, column: number) => {
    const kinds = [
      ...(isRight(column) ? ['right'] : []),
      ...(tag === 'td' && text.length > SHORT_MAX ? ['long'] : []),
    ];
    return `<${tag}${kinds.length > 0 ? ` class="${kinds.join(' ')}"` : ''}>${escaped(text)}</${tag}>`;
  };
  const line = (tag: string, texts: readonly string[]) =>
    `<tr>${texts.map((text, column) => cell(tag, text, column)).join('')}</tr>`;
  const body = rows.map((row) => line('td', row)).join('\n');
  const kind = typeof right === 'number' ? ` class="right-${right}"` : '';
  return `<div class="scroll"><table${kind}>\n<thead>${line('th', header)}</thead>\n<tbody>\n${body}\n</tbody></table></div>`;
}

/** Signs with what they mean. @param items the class of each sign, and the text */
export function legend(items: readonly (readonly [kind: string, text: string])[], more = ''): string {
  const lines = items.map(([kind, text]) => `<li><span class="swatch ${kind}"></span>${escaped(text)}</li>`);
  return `<ul class="legend">${lines.join('')}${more}</ul>`;
}

interface Figure {
  readonly id: string;
  readonly title: string;
  /** What the picture shows, in one or two sentences. */
  readonly caption: string;
  /** HTML of the picture. */
  readonly picture: string;
  /** The numbers of the picture. */
  readonly csv: Columns;
}

export function figureOf({ id, title, caption, picture, csv }: Figure): string {
  const texts = new Texts();
  const details = packedDetails(csv, texts);
  return `<section id="${id}">
<h2>${escaped(title)}</h2>
<p class="quiet">${escaped(caption)}</p>
${picture}
${texts.html()}${details}
</section>`;
}

/** The most lines of a CSV text of a table: what the command line prints need not be in a page. */
const LINES_MAX = 300;

/** The numbers of a table, which can be opened. @param count number of lines @param all what prints all of them */
export function detailsOf(csv: Iterable<string>, count: number, all: string): string {
  const lines: string[] = [];
  for (const line of csv) {
    if (lines.length === LINES_MAX) break;
    lines.push(line);
  }
  const left = count - lines.length;
  const note = left > 0 ? `<p class="quiet">${left} further lines are left out; ${escaped(all)}.</p>` : '';
  return `<details><summary>Numbers as CSV</summary>${note}<pre class="csv">${escaped(lines.join('\n'))}</pre></details>`;
}

/** An SVG picture that scrolls sideways on narrow screens. */
export function svgOf(
  label: string,
  width: number,
  height: number,
  content: string,
  attributes = '',
): string {
  const box = `viewBox="0 0 ${width} ${coordinate(height)}"`;
  return `<div class="scroll"><svg ${box} role="img" aria-label="${escaped(label)}"${attributes}>${content}</svg></div>`;
}

export function textAt(x: number, y: number, text: string, kind: string): string {
  return `<text x="${coordinate(x)}" y="${coordinate(y)}" class="${kind}">${escaped(text)}</text>`;
}
