// Steps name the charts, manifests and commands of their definition.

import { shown } from '../../frame/errors/problems.ts';
import { eachClusterOnce, type Requirement, type Wrong } from '../../frame/request/requirements.ts';

/** Type of a step → the member whose entries such steps name. */
const parts: Readonly<Record<string, string>> = {
  helm: 'helmConfigs',
  manifest: 'manifestResources',
  command: 'cmdExec',
};

export function whyNoPart({ type, name }: { readonly type: string; readonly name: string }): string {
  return `must name an entry of ${parts[type]}, because its type is ${type}, but is ${shown(name)}`;
}

/** Each step names an entry of the same request. A list that is left out or lacks a name is not searched. */
const stepsInParts: Requirement = {
  wrong({ steps, ...members }) {
    if (!Array.isArray(steps)) return [];
    const names = new Map(Object.entries(parts).map(([type, member]) => [type, namesOf(members[member])]));
    return steps.flatMap((step, index) => {
      const known = names.get(step?.type);
      if (known === undefined || typeof step.name !== 'string' || known.has(step.name)) return [];
      return [{ path: ['steps', index, 'name'], message: whyNoPart(step) }];
    });
  },
};

/** Steps name the entries of these lists, so an entry has a name that no other entry of its list has. */
const partsNamedOnce: Requirement = {
  wrong: (sent) => Object.values(parts).flatMap((member) => repeatedNames(member, sent[member])),
};

export const definitionRequirements = [stepsInParts, partsNamedOnce, eachClusterOnce('clusterNames')];

function repeatedNames(member: string, list: unknown): readonly Wrong[] {
  if (!Array.isArray(list)) return [];
  const places = new Map<string, number>();
  return list.flatMap((entry, index) => {
    const name = entry?.name;
    if (typeof name !== 'string') return [];
    const first = places.get(name);
    if (first === undefined) {
      places.set(name, index);
      return [];
    }
    const message = `must differ from ${member}[${first}].name, but is ${shown(name)} too`;
    return [{ path: [member, index, 'name'], message }];
  });
}

function namesOf(list: unknown): ReadonlySet<string> | undefined {
  if (!Array.isArray(list)) return undefined;
  const names = list.map((entry) => entry?.name);
  return names.every((name) => typeof name === 'string') ? new Set(names) : undefined;
}
