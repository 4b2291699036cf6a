// What traces kept and lost, for all outputs of a run or a comparison.

import type { TraceReport } from '../../../../sim/index.ts';
import type { About } from '../../../report/page/page-frame.ts';
import type { Output } from '../output/output.ts';

/** Members of the document of `--json`. @param ofVariants warnings about what some variants leave out */
export function tracesData(
  reports: readonly TraceReport[],
  ofVariants: readonly string[] = [],
): { traces?: object[]; warnings?: string[] } {
  if (reports.length === 0) return {};
  return {
    traces: reports.map(({ data, work }) => ({ ...data, work: work.data() })),
    warnings: [...reports.flatMap(({ warnings }) => warnings), ...ofVariants],
  };
}

/**
 * Rows of the first table of an HTML report. The indented lines list invalid rows; the others are complete without them.
 * @param isVaried whether variants can keep and lose other jobs
 */
export function tracesAbout(reports: readonly TraceReport[], isVaried = false): About[] {
  const ofBase = isVaried ? ', without --vary' : '';
  return reports.flatMap(({ lines, warnings }) => [
    ...warnings.map((text) => [`warning${ofBase}`, text] as const),
    ...lines.filter((line) => !line.startsWith(' ')).map((text) => [`trace${ofBase}`, text] as const),
  ]);
}

/** Prints warnings on standard error, whatever the form of the output. */
export function warnOfTraces(reports: readonly TraceReport[], output: Output, isVaried = false): void {
  const ofBase = isVaried ? ' without --vary' : '';
  for (const { warnings } of reports) for (const text of warnings) output.remark(`warning${ofBase}: ${text}`);
}
