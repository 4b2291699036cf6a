// Long CSV texts, packed: the numbers of a chart would otherwise take more than its picture. The script of the page unpacks them.

import { gzipSync } from 'node:zlib';
import { visibleLines } from '../../looks/visible.ts';

/** Up to this number of lines, a text is not packed. */
const PLAIN_MAX = 100;

/** HTML of lines of CSV, which can be opened. */
export function packedDetails(lines: readonly string[]): string {
  const csv = visibleLines(lines.join('\n'));
  // In contrast to attributes, quotation marks stay.
  const plain = () => csv.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const content =
    lines.length <= PLAIN_MAX
      ? `<pre class="csv">${plain()}</pre>`
      : `<noscript><p class="quiet">The script of this page unpacks the numbers.</p></noscript><pre class="csv packed">${gzipSync(csv, { level: 9 }).toString('base64')}</pre>`;
  return `<details><summary>Numbers as CSV</summary>${content}</details>`;
}
