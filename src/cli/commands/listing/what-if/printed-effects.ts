// Prints what alternatives change in many futures: the figures side by side, and the GPRs that move.

import type { LikelyDifferencesAnswer } from '../../../../api/sim/answers.ts';
import { atLeast, failuresText } from '../../../../looks/moved-gpr.ts';
import { NONE, span } from '../../../../looks/span.ts';
import { counted } from '../../../../wire/text/counted.ts';
import { inUnit, type Unit } from '../../../../wire/text/unit.ts';
import type { Output } from '../../../support/output/output.ts';
import { type Column, tableLayout } from '../../../support/output/table-columns.ts';
import { table } from '../../../support/output/text-table.ts';
import { FIGURES } from './printed-differences.ts';

type Alternative = LikelyDifferencesAnswer['alternatives'][number];
type Moved = Alternative['gprs'][number];
type Effect = Alternative['waitMs'];
type Text = (value: number) => string;

/** @param unit what the nodes have */
export function printEffects(answer: LikelyDifferencesAnswer, unit: Unit, output: Output): void {
  const { alternatives, without } = answer;
  const lines = FIGURES.map(([name, member, text]) => {
    const value = without[member];
    const before = value === null ? NONE : `${text(value.p50)} (${text(value.p10)} to ${text(value.p90)})`;
    return [
      inUnit(name, unit),
      before,
      ...alternatives.map(({ figures }) => difference(figures[member], text)),
    ];
  });
  output.text(
    'each value is a median, with where 80 % of the futures lie; alternatives show how they differ, or if 0 lies there, too, to what the futures lean by more than chance; waits are those of GPRs that start by the end',
  );
  const waits = alternatives.map(({ waitMs }) => difference(waitMs, span));
  const header = ['figure', 'without', ...alternatives.map(({ name }) => name)];
  for (const line of table([header, ['all waits together', NONE, ...waits], ...lines])) output.text(line);
  for (const { name, gprs, gprsTotal, refused } of alternatives) {
    if (refused > 0)
      output.text(
        `${name}: ${counted(refused, 'future')} of ${answer.samples} refuse a change and go on without it`,
      );
    const direct = gprs.filter(({ by }) => by === 'change');
    const moved = `${counted(gprsTotal, 'present GPR')} ${gprsTotal === 1 ? 'moves' : 'move'} in some futures`;
    output.text(
      `${name}: ${moved}, ${direct.length} by the change itself, the others only by what follows from it`,
    );
    const listed = gprs.filter(
      ({ by, shiftMs, failsMore }) => by === 'change' || shiftMs?.shown || failuresText(failsMore) !== '',
    );
    if (listed.length > 0) for (const line of tableLayout(columns)(listed, true)) output.text(line);
    const others = gprsTotal - listed.length;
    if (others > 0) output.text(`${listed.length > 0 ? 'of the others' : 'of them'}, no difference is shown`);
  }
}

const columns: readonly Column<Moved>[] = [
  { name: 'GPR', value: ({ gprId }) => gprId },
  { name: 'name', value: ({ gprName }) => gprName, least: 8, spare: 3 },
  { name: 'workspace', value: ({ workspace }) => workspace, least: 8, spare: 2 },
  { name: 'moved by', value: ({ by }) => by },
  { name: 'if nothing else happens', value: ({ directMs }) => directMs, text: (ms) => signed(ms, span) },
  {
    name: 'likely',
    value: ({ shiftMs, open, failsMore }) =>
      shiftMs === null ? failuresText(failsMore) || NONE : `${atLeast(open)}${difference(shiftMs, span)}`,
  },
];

function difference(effect: Effect | null, text: Text): string {
  if (effect === null) return NONE;
  const { p10, p50, p90, less, more, shown, tends } = effect;
  if (less === 0 && more === 0) return 'no difference';
  const range = `(${signed(p10, text)} to ${signed(p90, text)})`;
  if (shown) return `${signed(p50, text)} ${range}`;
  const share = (part: number) => `${Math.round(100 * part)} %`;
  return `${tends === null ? 'no difference shown' : `rather ${tends}`} ${range}, less in ${share(less)}, more in ${share(more)}`;
}

function signed(value: number, text: Text): string {
  const size = text(Math.abs(value));
  if (size === text(0)) return size;
  return value < 0 ? `−${size}` : `+${size}`;
}
