// The GPRs of a Gantt chart, each once.

export interface GanttGpr {
  readonly uid: number;
  readonly workspace: number;
  /** At the start of the first shown attempt; of a GPR that waits, now. */
  readonly priority: number;
}

export class ChartedGprs {
  readonly list: GanttGpr[] = [];
  readonly #known: Map<number, number> = new Map();

  indexOf({ uid, workspace, priority }: GanttGpr): number {
    const index = this.#known.get(uid) ?? this.list.push({ uid, workspace, priority }) - 1;
    this.#known.set(uid, index);
    return index;
  }
}
