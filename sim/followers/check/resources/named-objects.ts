// The model of objects that have a name: endpoints, placements.

import type { Report } from '../check-report.ts';
import type { CheckedWorkspaces } from '../world/checked-workspaces.ts';

interface NamedObject {
  readonly workspace: number;
  /** Number of the name. */
  readonly name: number;
}

export class NamedObjects<One extends NamedObject> {
  protected readonly report: Report;
  readonly #workspaces: CheckedWorkspaces;
  readonly #kind: string;
  readonly #objects: Map<number, One> = new Map();

  constructor(report: Report, workspaces: CheckedWorkspaces, kind: string) {
    this.report = report;
    this.#workspaces = workspaces;
    this.#kind = kind;
  }

  has(uid: number): boolean {
    return this.#objects.has(uid);
  }

  countOf(workspace: number): number {
    return [...this.#objects.values()].filter((object) => object.workspace === workspace).length;
  }

  /** The object that a fact is about. */
  expect(
    { uid, workspace }: { readonly uid: number; readonly workspace: number },
    name: number,
  ): One | undefined {
    const object = this.#objects.get(uid);
    if (object === undefined)
      this.report.object(`a fact is about ${this.#kind} ${uid}, which does not exist`);
    else if (object.workspace !== workspace || object.name !== name) {
      this.report.object(`a fact has a wrong workspace or name for ${this.#kind} ${uid}`);
    }
    return object;
  }

  /** @param scope the workspace in which a name is unique, undefined = it is unique in the world */
  protected add(uid: number, object: One, scope: number | undefined): void {
    const which = `${this.#kind} ${uid}`;
    if (this.has(uid)) this.report.object(`${which} was created twice`);
    for (const { workspace, name } of this.#objects.values()) {
      if (name !== object.name || (scope ?? workspace) !== workspace) continue;
      const where = scope === undefined ? '' : ` of workspace ${scope}`;
      this.report.object(`${which} has the name of another ${this.#kind}${where}`);
    }
    this.#workspaces.expectOpen(object.workspace, which);
    this.#objects.set(uid, object);
  }

  protected remove(words: { readonly uid: number; readonly workspace: number }, name: number): void {
    if (this.expect(words, name) !== undefined) this.#objects.delete(words.uid);
  }
}
