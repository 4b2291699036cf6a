import type { DemandTable } from '../../tables/demand-table.ts';
import type { GprTable } from '../../tables/gprs/gpr-table.ts';
import type { NodeTable } from '../../tables/pools/node-table.ts';

/** What a queue policy reads of a world. */
export interface WorldTables {
  readonly now: number;
  readonly gprs: GprTable;
  readonly demands: DemandTable;
  readonly nodes: NodeTable;
  readonly rules: { readonly provisioningDelayMs: number };
}
