// Checks facts about records (policies, templates, bindings): a removed record existed, in the right workspace.

import { RecordTable } from '../../../facts/numbered.ts';
import type { Report, Rules } from '../check-report.ts';
import type { CheckedWorkspaces } from './checked-workspaces.ts';

const TABLES: readonly string[] = Object.keys(RecordTable);

export class CheckedRecords {
  readonly rules: Rules<'recordSet' | 'recordRemoved'> = {
    recordSet: ({ table, name, workspace }) => this.#onSet(table, name, workspace),
    recordRemoved: ({ table, name, workspace }) => this.#onRemoved(table, name, workspace),
  };
  readonly #report: Report;
  readonly #workspaces: CheckedWorkspaces;
  /** Key of a record (`keyOf`) → its workspace, −1 = the record belongs to no workspace. */
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
    if (TABLES[table] === undefined) this.#report.object(`a record was set in the unknown table ${table}`);
    const hasWorkspace = workspace >= 0;
    if (table === RecordTable.gprTemplate ? hasWorkspace : isOfWorkspace(table) && !hasWorkspace)
      this.#report.object(`${record} has the impossible workspace ${workspace}`);
    if (hasWorkspace) this.#workspaces.expectOpen(workspace, record);
    this.#records.set(keyOf(table, name, workspace), workspace);
  }

  #onRemoved(table: number, name: number, workspace: number): void {
    const key = keyOf(table, name, workspace);
    const record = recordName(table, name, workspace);
    const owner = this.#records.get(key);
    if (owner === undefined) this.#report.object(`${record} was removed, but does not exist`);
    else if (owner !== workspace)
      this.#report.object(`${record} was removed from workspace ${workspace}; expected workspace ${owner}`);
    this.#records.delete(key);
  }
}

/** Whether the table has one record for each workspace (policies, bindings). Other records are identified by name. */
function isOfWorkspace(table: number): boolean {
  return table === RecordTable.policy || table === RecordTable.binding;
}

function keyOf(table: number, name: number, workspace: number): string {
  return `${table}/${isOfWorkspace(table) ? workspace : name}`;
}

function recordName(table: number, name: number, workspace: number): string {
  return `${TABLES[table]} ${isOfWorkspace(table) ? `of workspace ${workspace}` : name}`;
}
