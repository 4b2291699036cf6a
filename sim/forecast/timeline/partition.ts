// Divides the pools of a world into components, so that each component can be forecast alone. Two pools are in one component
// if events in one can affect the other. That happens through a workspace with waiting or provisioned GPRs in both, if
// workspaces have a limit: its GPRs wait for one another. If a placement may move a GPR, the order
// depends on the GPU time that workspaces use in all pools, or a cycle of all pools follows each event, all pools are one
// component.

import { State } from '../../facts/numbered.ts';
import type { Components } from '../../followers/causes.ts';
import type { Core } from '../../kernel/core.ts';
import { Field, Flag, NONE, ROW } from '../../tables/gprs/gpr-table.ts';

export interface Membership {
  /** Ascending. */
  readonly pools: readonly number[];
  /** Rows of the waiting and the provisioned GPRs, ascending. */
  readonly rows: Int32Array;
  /** The workspaces of these GPRs, ascending. Empty if workspaces have no limit. */
  readonly workspaces: Int32Array;
  /** Workspace → its index in `workspaces` of its component. */
  readonly placeOf: Int32Array;
}

export class Partition implements Components {
  readonly componentOf: Int32Array;
  readonly workspaces: Int32Array;
  readonly componentOfWorkspace: Int32Array;
  readonly #list: readonly Membership[];

  constructor(core: Core) {
    const { gprs, pools, workspaces, rules } = core;
    const { ints } = gprs;
    const parents = Int32Array.from(pools, (_, pool) => pool);
    const poolOf = new Int32Array(rules.limited ? workspaces.size : 0).fill(NONE);
    const live = core.queued + core.gprTimers.size;
    const rows = new Int32Array(live);
    const rowPools = new Int32Array(live);
    let count = 0;
    let moves = false;
    for (let row = 0; row < gprs.used; row += ROW) {
      const state = ints[row + Field.state];
      if (state !== State.queued && state !== State.provisioning && state !== State.successful) continue;
      const pool = ints[row + Field.pool];
      rows[count] = row;
      rowPools[count++] = pool;
      if ((ints[row + Field.flags] & Flag.mayBurst) !== 0) moves = true;
      if (!rules.limited) continue;
      const workspace = ints[row + Field.workspace];
      const other = poolOf[workspace];
      if (other === NONE) poolOf[workspace] = pool;
      else if (other !== pool) join(parents, other, pool);
    }
    if (moves || core.orders.change || rules.cyclesByEvent) parents.fill(0);

    this.componentOf = numbered(parents);
    const members: number[][] = [];
    this.componentOf.forEach((component, pool) => {
      members[component] ??= [];
      members[component].push(pool);
    });
    const rowsOf = byComponent(rows, rowPools, this.componentOf, members.length);
    const named = new Int32Array(Math.min(live, poolOf.length));
    const namedPools = new Int32Array(named.length);
    let names = 0;
    for (let workspace = 0; workspace < poolOf.length; workspace++) {
      if (poolOf[workspace] === NONE) continue;
      named[names] = workspace;
      namedPools[names++] = poolOf[workspace];
    }
    this.workspaces = named.slice(0, names);
    this.componentOfWorkspace = this.workspaces.map((_, i) => this.componentOf[namedPools[i]]);
    const workspacesOf = byComponent(this.workspaces, namedPools, this.componentOf, members.length);
    const placeOf = new Int32Array(poolOf.length);
    for (const own of workspacesOf)
      for (let place = 0; place < own.length; place++) placeOf[own[place]] = place;
    this.#list = members.map((own, i) => ({
      pools: own,
      rows: rowsOf[i],
      workspaces: workspacesOf[i],
      placeOf,
    }));
  }

  get count(): number {
    return this.#list.length;
  }

  of(pool: number): Membership {
    return this.#list[this.componentOf[pool]];
  }
}

/** The lowest pool that is connected with a pool. */
function rootOf(parents: Int32Array, pool: number): number {
  let root = pool;
  while (parents[root] !== root) {
    parents[root] = parents[parents[root]];
    root = parents[root];
  }
  return root;
}

function join(parents: Int32Array, one: number, other: number): void {
  const a = rootOf(parents, one);
  const b = rootOf(parents, other);
  if (a < b) parents[b] = a;
  else parents[a] = b;
}

/** Numbers the components in the order of their lowest pools: pool → number. */
function numbered(parents: Int32Array): Int32Array {
  const numbers = new Int32Array(parents.length);
  let count = 0;
  for (let pool = 0; pool < parents.length; pool++) {
    const root = rootOf(parents, pool);
    numbers[pool] = root === pool ? count++ : numbers[root];
  }
  return numbers;
}

/** Groups values by the component of their pool. Each group keeps the order of `values`. */
function byComponent(
  values: Int32Array,
  pools: Int32Array,
  componentOf: Int32Array,
  components: number,
): Int32Array[] {
  const from = new Int32Array(components + 1);
  for (let i = 0; i < values.length; i++) from[componentOf[pools[i]] + 1]++;
  for (let c = 0; c < components; c++) from[c + 1] += from[c];
  const next = from.slice();
  const ordered = new Int32Array(values.length);
  for (let i = 0; i < values.length; i++) ordered[next[componentOf[pools[i]]]++] = values[i];
  return Array.from({ length: components }, (_, c) => ordered.slice(from[c], from[c + 1]));
}
