import {
  type MeasureWindow,
  NEVER,
  type PartMeasure,
  type Scenario,
  type Simulation,
  type Summary,
} from '../../sim/index.ts';
import { figuresOf as runFiguresOf } from '../wire/run-figures.ts';
import type { Figures, PartFigures, Parts } from './figure-catalogue.ts';

export const WHOLE_RUN: MeasureWindow = { fromMs: 0, toMs: NEVER };

/** Up to this number of workspaces, the figures of a run include those of each workspace. */
export const FEW_WORKSPACES = 20;

/** The figures of a run as a whole. Does not read parts that are read only when they are used: a copy has no such getter. */
export function ofWholeRun(figures: Figures): Omit<Figures, 'parts'> {
  const { parts: _, ...ofRun } = { ...figures };
  return ofRun;
}

/** Reports whether the figures of the runs of a scenario include those of each workspace. */
export function hasFewWorkspaces({ workspaces, workload }: Scenario): boolean {
  let count = workspaces.length;
  for (const entry of workload) {
    if (entry.kind === 'trace') count += entry.workspaces?.length ?? entry.gprs.length;
    else if (entry.kind === 'script')
      count += entry.steps.filter(({ command }) => command.kind === 'workspace.create').length;
    else if (typeof entry.workspaces === 'number') count += entry.workspaces;
  }
  return count <= FEW_WORKSPACES;
}

/** Makes a simulation measure what `figuresOf` needs. Call it before the run. */
export function countParts(simulation: Simulation): void {
  simulation.measures.countParts(hasFewWorkspaces(simulation.scenario));
}

/** @param window the one that the simulation measures */
export function figuresOf(
  simulation: Simulation,
  window: MeasureWindow = WHOLE_RUN,
): Figures & Pick<Summary, 'utilizationOverTime'> {
  const { hash, seq: facts } = simulation.clock();
  const parts = partsOf(simulation);
  return {
    ...runFiguresOf(simulation, window.fromMs, window.toMs),
    parts: hasFewWorkspaces(simulation.scenario) ? parts : { ...parts, workspaces: [] },
    facts,
    hash,
  };
}

/** The figures of all parts that are counted. */
export function partsOf(simulation: Simulation): Parts {
  const { pools, clusters, workspaces } = simulation.measures.parts();
  const { scenario } = simulation;
  return {
    pools: pools.map(named((pool) => poolName(simulation, pool))),
    clusters: clusters.map(named((cluster) => scenario.clusters[cluster].name)),
    workspaces: workspaces.map(named((workspace) => simulation.workspaceName(workspace))),
  };
}

function named(nameOf: (part: number) => string): (measure: PartMeasure) => PartFigures {
  return ({ part, ...figures }) => ({ name: nameOf(part), ...figures });
}

/** With the GPU model where instance types have the same name. A pool of several types is all of its cluster. */
function poolName(simulation: Simulation, pool: number): string {
  const { cluster, instanceType, gpuModelName } = simulation.poolNames(pool);
  const alike = simulation.scenario.instanceTypes.filter((type) => type.instanceType === instanceType).length;
  if (alike === 0) return `${cluster}/all`;
  const isNamed = alike === 1;
  return isNamed ? `${cluster}/${instanceType}` : `${cluster}/${instanceType} ${gpuModelName}`;
}
