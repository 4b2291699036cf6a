// Finds the part of the world that a target names.

import { type Scenario, Simulation } from '../../../sim/index.ts';
import { listOf } from '../../scenario/fields/notes.ts';
import { clip } from '../../wire/text/clip.ts';
import { didYouMean } from '../../wire/text/did-you-mean.ts';
import { FEW_WORKSPACES, hasFewWorkspaces, partsOf } from '../figures.ts';
import { PARTS, type PartPattern } from './target.ts';

export interface PartNames {
  readonly pool: readonly string[];
  readonly cluster: readonly string[];
  /** undefined: there are too many for figures of each. */
  readonly workspace: readonly string[] | undefined;
}

/** Scenarios whose names are kept. */
const KEPT_MAX = 100;

/** Finds the names of scenarios. Scenarios that differ in other members only have the same names. */
export class KnownPartNames {
  readonly #known = new Map<string, PartNames>();

  of(scenario: Scenario): PartNames {
    const key = nameKey(scenario);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size === KEPT_MAX) this.#known.clear();
    const names = partNamesOf(scenario);
    this.#known.set(key, names);
    return names;
  }
}

/** All that the names of the parts depend on, as a text. */
function nameKey(scenario: Scenario): string {
  const { instanceTypes, clusters, workspaces, workload, seed } = scenario;
  const hasFew = hasFewWorkspaces(scenario);
  return JSON.stringify([
    instanceTypes.map(({ instanceType, gpuModelName }) => [instanceType, gpuModelName]),
    clusters.map(({ nodes, ...cluster }) => [
      cluster,
      nodes.map(({ count, ...group }) => [group, count > 0]),
    ]),
    hasFew && [
      seed,
      workspaces.map(({ name }) => name),
      workload.map((entry) => (entry.kind === 'generated' ? entry.workspaces : entry)),
    ],
  ]);
}

/** The names of the parts of a scenario, as the figures of its runs have them. */
export function partNamesOf(scenario: Scenario): PartNames {
  const simulation = new Simulation(scenario);
  simulation.measures.countParts(false);
  const { pools, clusters } = partsOf(simulation);
  const workspaces: string[] = [];
  const hasFew = hasFewWorkspaces(scenario);
  while (hasFew && simulation.workspaceName(workspaces.length) !== '') {
    workspaces.push(simulation.workspaceName(workspaces.length));
  }
  return {
    pool: pools.map(({ name }) => name),
    cluster: clusters.map(({ name }) => name),
    workspace: hasFew ? workspaces : undefined,
  };
}

type FoundPart = { readonly ok: true; readonly name: string } | { readonly ok: false; readonly why: string };

/** @param pattern of a part, not of the whole world */
export function foundPart(pattern: PartPattern, names: PartNames): FoundPart {
  const part = PARTS.find((known) => pattern[known] !== undefined)!;
  const all = names[part];
  if (all === undefined) {
    return {
      ok: false,
      why: `there are no figures of each workspace, because there are more than ${FEW_WORKSPACES}`,
    };
  }
  if (part !== 'pool' || pattern.cluster === undefined) return oneOf(part, pattern[part]!, all);
  const cluster = oneOf('cluster', pattern.cluster, names.cluster);
  if (!cluster.ok) return cluster;
  return oneOf(
    part,
    pattern.pool!,
    all.filter((name) => name.startsWith(`${cluster.name}/`)),
  );
}

/** The name itself, else the only one that has it as its last part, else the only one that begins so. */
function oneOf(part: string, given: string, names: readonly string[]): FoundPart {
  if (names.includes(given)) return { ok: true, name: given };
  const last = (name: string) => name.slice(name.indexOf('/') + 1);
  const ranks = [
    names.filter((name) => last(name) === given),
    names.filter((name) => last(name).startsWith(given) || name.startsWith(given)),
  ];
  const [first = [], ...others] = ranks.filter((found) => found.length > 0);
  if (first.length === 1) return { ok: true, name: first[0] };
  if (first.length > 1) {
    const all = [...new Set([...first, ...others.flat()])];
    return { ok: false, why: `${part}=${clip(given)} matches ${listOf(all)}; give more of the name` };
  }
  const near = didYouMean(given, part === 'pool' ? [...names, ...names.map(last)] : names);
  return {
    ok: false,
    why: `there is no ${part} ${JSON.stringify(clip(given))}; there are ${listOf(names)}${near}`,
  };
}
