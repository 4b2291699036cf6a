import type { GprTable } from '../../tables/gprs/gpr-table.ts';

/** The instant at which the exit duration of a provisioned GPR ends; constant during an attempt. */
export function plannedEnd(
  { startedAt, exitLeftMs }: GprTable,
  rules: { readonly provisioningDelayMs: number },
  row: number,
): number {
  return startedAt[row] + rules.provisioningDelayMs + exitLeftMs[row];
}
