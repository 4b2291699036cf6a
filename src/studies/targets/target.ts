// Parses a target: figure [ '(' measure {, part=name} ')' ] operator value, such as `p95(wait, pool=a2)<30m`.

import type { Parsed } from '../../wire/parsed.ts';
import { clip } from '../../wire/text/clip.ts';
import { DURATION_FORMS, parseDuration } from '../../wire/time/durations.ts';
import { figureNames, MEASURES, STATISTICS, spelled } from './measures.ts';

export const PARTS = ['pool', 'cluster', 'workspace'] as const;
type Part = (typeof PARTS)[number];

const OPERATORS = ['<=', '>=', '<', '>'] as const;
type Operator = (typeof OPERATORS)[number];

/** The names, or unambiguous beginnings of names, of a part of the world; none of the whole world. */
export type PartPattern = Readonly<Partial<Record<Part, string>>>;

export interface Target {
  /** In one spelling. */
  readonly text: string;
  readonly measure: string;
  /** '' if the measure has one figure only. */
  readonly statistic: string;
  readonly part: PartPattern;
  readonly operator: Operator;
  /** In the unit of the figures: ms, a share or a number. */
  readonly bound: number;
}

const form = /^\s*([A-Za-z0-9]+)\s*(?:\((.*)\))?\s*(<=|>=|<|>)\s*(.*?)\s*$/s;
/** Up to a comma outside quotation marks. */
const argument = /(?:[^,"]|"(?:[^"\\]|\\.)*"|")+/g;

const refused = (why: string): { readonly ok: false; readonly why: string } => ({ ok: false, why });
const quoted = (text: string) => JSON.stringify(clip(text));

/** The error of a refused target continues a sentence that begins with the target. */
export function parseTarget(text: string): Parsed<Target> {
  const [, head, inner, operator, value] = form.exec(text) ?? [];
  if (head === undefined) {
    return refused(
      `is not a target; it must be a figure, one of ${OPERATORS.join(' ')} and a value, such as p95(wait, pool=a2)<30m`,
    );
  }
  const given = inner === undefined ? [] : (inner.match(argument) ?? ['']).map((word) => word.trim());
  const isStatistic = STATISTICS.includes(head);
  const measure = isStatistic ? (given.shift() ?? '') : head;
  const statistic = isStatistic ? head : '';
  const of = given.some((word) => word.includes('=')) ? 'ofPart' : 'ofRun';
  if (!isStatistic && !Object.hasOwn(MEASURES, head)) {
    return refused(unknownFigure(head, given[0]?.includes('=') ? '' : (given[0] ?? ''), of));
  }
  const parts = partsOf(given);
  if (!parts.ok) return parts;
  const places = Object.hasOwn(MEASURES, measure) ? MEASURES[measure].statistics[statistic] : undefined;
  if (places?.[of] === undefined) return refused(unknownFigure(statistic, measure, of));
  const { kind } = MEASURES[measure];
  const bound = boundOf(kind, value);
  if (!bound.ok) return bound;
  if (kind === 'share' && measure !== 'load' && bound.value > 1) {
    return refused(
      `has a value that must be a share of at most 100%, such as 80% or 0.8, but is ${quoted(value)}`,
    );
  }
  const noLoadOfWorkspace =
    parts.value.workspace !== undefined && (measure === 'utilization' || measure === 'load');
  if (noLoadOfWorkspace)
    return refused(`has the ${measure} of a workspace, which has no nodes; give a pool or a cluster`);
  const shown = [statistic === '' ? '' : measure, partsText(parts.value)].filter(Boolean).join(', ');
  return {
    ok: true,
    value: {
      text: `${statistic === '' ? measure : statistic}${shown === '' ? '' : `(${shown})`} ${operator} ${value}`,
      measure,
      statistic,
      part: parts.value,
      operator: operator as Operator,
      bound: bound.value,
    },
  };
}

function partsOf(given: readonly string[]): Parsed<PartPattern> {
  const parts: Partial<Record<Part, string>> = {};
  for (const word of given) {
    const equals = word.indexOf('=');
    const part = PARTS.find((known) => known === word.slice(0, Math.max(0, equals)).trim());
    if (part === undefined) {
      return refused(
        `has ${quoted(word)} where a part is, which is ${PARTS.map((known) => `${known}=NAME`).join(', ')}`,
      );
    }
    if (parts[part] !== undefined) return refused(`has ${part}= twice; give it once`);
    const name = nameOf(word.slice(equals + 1).trim());
    if (name === '') return refused(`has ${part}= without a name`);
    parts[part] = name;
  }
  const isBoth = parts.workspace !== undefined && Object.keys(parts).length > 1;
  return isBoth
    ? refused('has a workspace and a pool or cluster; figures are of one or the other')
    : { ok: true, value: parts };
}

/** Parts as a target writes them: `pool=a2, cluster=east`. */
export function partsText(parts: PartPattern): string {
  return Object.entries(parts)
    .map(([part, name]) => `${part}=${/[,"()<>]/.test(name) ? JSON.stringify(name) : name}`)
    .join(', ');
}

function nameOf(text: string): string {
  try {
    const name: unknown = JSON.parse(text);
    return typeof name === 'string' ? name : text;
  } catch {
    return text;
  }
}

function unknownFigure(statistic: string, measure: string, of: 'ofRun' | 'ofPart'): string {
  const name = measure === '' && !STATISTICS.includes(statistic) ? statistic : spelled(statistic, measure);
  const other = of === 'ofRun' ? 'ofPart' : 'ofRun';
  if (figureNames(other).includes(name)) {
    const needs = of === 'ofRun' ? `needs a part, such as ${inserted(name)}` : 'is not known of a part';
    return `has the figure ${name}, which ${needs}; ${of === 'ofRun' ? 'whole runs' : 'parts'} have ${figureNames(of).join(', ')}`;
  }
  return `has the unknown figure ${quoted(name)}; there are ${figureNames(of).join(', ')}`;
}

const inserted = (name: string) =>
  name.endsWith(')') ? `${name.slice(0, -1)}, pool=NAME)` : `${name}(pool=NAME)`;

function boundOf(kind: 'time' | 'share' | 'number', text: string): Parsed<number> {
  if (kind === 'time') {
    const duration = parseDuration(text, { zero: true });
    return duration.ok
      ? duration
      : refused(`has a value that ${duration.why.replace(DURATION_FORMS, '90s, 2h30m or 1d')}`);
  }
  const [, digits, percent] = /^([0-9]{1,15}(?:\.[0-9]{1,15})?) ?(%?)$/.exec(text) ?? [];
  if (digits === undefined || (kind === 'number' && percent !== '')) {
    const be = kind === 'share' ? 'a share such as 80% or 0.8' : 'a number such as 10';
    return refused(`has a value that must be ${be}, but is ${quoted(text)}`);
  }
  return { ok: true, value: percent === '' ? Number(digits) : Number(digits) / 100 };
}
