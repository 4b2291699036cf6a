// Workspaces: created once, going, then gone; one that is going keeps nothing and gets nothing.

import type { Report, Rules } from './report.ts';

export class CheckedWorkspaces {
  readonly rules: Rules<'workspaceCreated' | 'workspaceGoing' | 'workspaceGone'> = {
    workspaceCreated: ({ workspace }) => {
      if (this.#states.has(workspace)) this.#report.object(`workspace ${workspace} was created twice`);
      this.#states.set(workspace, 'open');
    },
    workspaceGoing: ({ workspace }) => {
      if (!this.isOpen(workspace)) this.#report.object(`workspace ${workspace} is going for the second time`);
      this.#states.set(workspace, 'going');
      this.#goingNow.add(workspace);
    },
    workspaceGone: ({ workspace }) => {
      if (this.#states.get(workspace) !== 'going')
        this.#report.object(`workspace ${workspace} is gone, and was not going`);
      this.#states.set(workspace, 'gone');
    },
  };
  readonly #report: Report;
  /** Those that a workload made for itself leave no fact at their creation. */
  readonly #states: Map<number, 'open' | 'going' | 'gone'> = new Map();
  readonly #goingNow: Set<number> = new Set();

  constructor(report: Report) {
    this.#report = report;
  }

  isOpen(workspace: number): boolean {
    return (this.#states.get(workspace) ?? 'open') === 'open';
  }

  /** Objects to what is new in a workspace that is going or gone. */
  expectOpen(workspace: number, what: string): void {
    if (!this.isOpen(workspace))
      this.#report.object(
        `${what} is new in workspace ${workspace}, which is ${this.#states.get(workspace)}`,
      );
  }

  /** @param remains what a workspace still has */
  endTurn(remains: (workspace: number) => string[]): void {
    for (const workspace of this.#goingNow) {
      for (const what of remains(workspace))
        this.#report.object(`workspace ${workspace} is going and keeps ${what}`);
    }
    this.#goingNow.clear();
  }
}
