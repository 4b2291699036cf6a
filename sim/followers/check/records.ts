// Records: what is removed was there, and belongs to the workspace it was given to.

import { RecordTable } from '../../facts/numbered.ts';
import type { Report, Rules } from './report.ts';
import type { CheckedWorkspaces } from './workspaces.ts';

const TABLES: readonly string[] = Object.keys(RecordTable);

export class CheckedRecords {
  readonly rules: Rules<'recordSet' | 'recordRemoved'> = {
    recordSet: ({ table, name, workspace }) => this.#onSet(table, name, workspace),
    recordRemoved: ({ table, name, workspace }) => this.#onRemoved(table, name, workspace),
  };
  readonly #report: Report;
  readonly #workspaces: CheckedWorkspaces;
  /** By table and key: the workspace. */
  readonly #records: Map<string, number> = new Map();

  constructor(report: Report, workspaces: CheckedWorkspaces) {
    this.#report = report;
    this.#workspaces = workspaces;
  }

  hasPolicy(workspace: number): boolean {
    return this.#records.has(keyOf(RecordTable.policy, 0, workspace));
  }

  hasBinding(workspace: number): boolean {
    return this.#records.has(keyOf(RecordTable.binding, 0, workspace));
  }

  #onSet(table: number, name: number, workspace: number): void {
    const record = recordName(table, name, workspace);
    if (TABLES[table] === undefined) this.#report.object(`a record was set in table ${table}`);
    const hasWorkspace = workspace >= 0;
    if (table === RecordTable.gprTemplate ? hasWorkspace : isOfWorkspace(table) && !hasWorkspace)
      this.#report.object(`${record} belongs to workspace ${workspace}`);
    if (hasWorkspace) this.#workspaces.expectOpen(workspace, record);
    this.#records.set(keyOf(table, name, workspace), workspace);
  }

  #onRemoved(table: number, name: number, workspace: number): void {
    const key = keyOf(table, name, workspace);
    const record = recordName(table, name, workspace);
    const owner = this.#records.get(key);
    if (owner === undefined) this.#report.object(`${record} was removed, but there is none`);
    else if (owner !== workspace)
      this.#report.object(`${record} was removed of workspace ${workspace}, and belongs to ${owner}`);
    this.#records.delete(key);
  }
}

/** Policies and bindings: one a workspace. The others go by their name. */
function isOfWorkspace(table: number): boolean {
  return table === RecordTable.policy || table === RecordTable.binding;
}

function keyOf(table: number, name: number, workspace: number): string {
  return `${table}/${isOfWorkspace(table) ? workspace : name}`;
}

function recordName(table: number, name: number, workspace: number): string {
  return `${TABLES[table]} ${isOfWorkspace(table) ? `of workspace ${workspace}` : name}`;
}
