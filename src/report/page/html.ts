// Texts of HTML and SVG.

import { visibleLines } from '../../looks/visible.ts';

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

/** A table with a header. @param right the columns that are aligned right: these, or all from one on */
export function tableOf(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  right: number | readonly number[],
): string {
  const isRight = (column: number) => (typeof right === 'number' ? column >= right : right.includes(column));
  const cell = (tag: string, text: string, column: number) =>
    `<${tag}${isRight(column) ? ' class="right"' : ''}>${escaped(text)}</${tag}>`;
  const line = (tag: string, texts: readonly string[]) =>
    `<tr>${texts.map((text, column) => cell(tag, text, column)).join('')}</tr>`;
  const body = rows.map((row) => line('td', row)).join('\n');
  return `<div class="scroll"><table>\n<thead>${line('th', header)}</thead>\n<tbody>\n${body}\n</tbody></table></div>`;
}

interface Figure {
  readonly id: string;
  readonly title: string;
  /** What the picture shows, in one or two sentences. */
  readonly caption: string;
  /** HTML of the picture. */
  readonly picture: string;
  /** The numbers of the picture, as lines of CSV. */
  readonly csv: readonly string[];
}

export function figureOf({ id, title, caption, picture, csv }: Figure): string {
  return `<section id="${id}">
<h2>${escaped(title)}</h2>
<p class="quiet">${escaped(caption)}</p>
${picture}
${detailsOf(csv)}
</section>`;
}

export function detailsOf(csv: readonly string[]): string {
  return `<details><summary>Numbers as CSV</summary><pre class="csv">${escaped(csv.join('\n'))}</pre></details>`;
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
