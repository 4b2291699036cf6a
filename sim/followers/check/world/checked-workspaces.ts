// Checks facts about workspaces: created once, then going (being deleted), then gone; a workspace that is going loses all its
// objects and gets no new ones.

import type { Report, Rules } from '../check-report.ts';

export class CheckedWorkspaces {
  readonly rules: Rules<'workspaceCreated' | 'workspaceGoing' | 'workspaceGone'> = {
    workspaceCreated: ({ workspace }) => {
      if (this.#states.has(workspace)) this.#report.object(`workspace ${workspace} was created twice`);
      this.#states.set(workspace, 'open');
    },
    workspaceGoing: ({ workspace }) => {
      if (!this.isOpen(workspace)) this.#report.object(`workspace ${workspace} is going a second time`);
      this.#states.set(workspace, 'going');
      this.#goingNow.add(workspace);
    },
    workspaceGone: ({ workspace }) => {
      if (this.#states.get(workspace) !== 'going')
        this.#report.object(`workspace ${workspace} is gone; expected it to be going first`);
      this.#states.set(workspace, 'gone');
    },
  };
  readonly #report: Report;
  /** A workspace without an entry is open: the workspaces of a workload have no fact of their creation. */
  readonly #states: Map<number, 'open' | 'going' | 'gone'> = new Map();
  readonly #goingNow: Set<number> = new Set();

  constructor(report: Report) {
    this.#report = report;
  }

  isOpen(workspace: number): boolean {
    return (this.#states.get(workspace) ?? 'open') === 'open';
  }

  /** Objects if a workspace that is going or gone gets something new. */
  expectOpen(workspace: number, what: string): void {
    if (!this.isOpen(workspace))
      this.#report.object(
        `${what} is new in workspace ${workspace}, which is ${this.#states.get(workspace)}`,
      );
  }

  /** @param remains the kinds of objects that a workspace still has */
  endTurn(remains: (workspace: number) => string[]): void {
    for (const workspace of this.#goingNow) {
      for (const what of remains(workspace))
        this.#report.object(`workspace ${workspace} is going, but keeps ${what}`);
    }
    this.#goingNow.clear();
  }
}
