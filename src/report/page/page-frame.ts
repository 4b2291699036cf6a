// The frame of a report: one file that requests nothing. Its policy allows only its style sheet and its script.

import { createHash } from 'node:crypto';
import { escaped } from './html.ts';
import { STYLE } from './page-style.ts';
import { script } from './script.packed.ts';

/** Name and text of a line at the top of the page; a command is in the font of code. */
export type About = readonly [name: string, text: string, isCommand?: boolean];

interface Page {
  readonly title: string;
  /** What the report shows, in a sentence; '' = it has none. */
  readonly finding?: string;
  readonly about: readonly About[];
  /** HTML. */
  readonly sections: readonly string[];
}

const digestOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const POLICY = `default-src 'none'; style-src ${digestOf(STYLE)}; script-src ${digestOf(script)}; base-uri 'none'; form-action 'none'`;

/** Links to the sections. */
function linksTo(sections: readonly string[]): string {
  const links = sections.flatMap((html) => {
    const [, id, title] = /^<section id="([^"]+)">\n<h2>([^\n]+)<\/h2>/.exec(html) ?? [];
    return id === undefined ? [] : [`<li><a href="#${id}">${title}</a></li>`];
  });
  return `<nav><ul class="legend">${links.join('')}</ul></nav>`;
}

export function pageOf({ title, finding = '', about, sections }: Page): string {
  const lines = about.map(([name, text, isCommand]) => {
    const shown = isCommand ? `<code>${escaped(text)}</code>` : escaped(text);
    return `<dt>${escaped(name)}</dt><dd>${shown}</dd>`;
  });
  // The script moves the charts by attributes and by the style of one element, which the policy allows to scripts.
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="${POLICY}"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
${finding === '' ? '' : `<p class="finding">${escaped(finding)}</p>\n`}<dl>
${lines.join('\n')}
</dl>
${linksTo(sections)}
${sections.join('\n')}
<script>${script}</script>
</body>
</html>
`;
}
