// Checks that the fields of a scenario file fit together: names are known and unique, and nodes exist for the demands.

import { distinct, tooManyClusters, workspaceClustersMax } from '../../wire/workspace.ts';
import { fieldPath, type PathKey, type Problem, shown } from '../fields/field-problems.ts';
import { checkNames } from '../fields/inventory-names.ts';
import { listOf, type Note, noteUnknown } from '../fields/notes.ts';
import { instanceTypesFor, poolsOf } from './file-pools.ts';
import type { ScenarioFile } from './scenario-file.ts';
import { checkGenerated } from './workload/check-generated.ts';
import { checkSteps } from './workload/check-steps.ts';

/** @param written the file as written, if a study has changed it */
export function checkScenario(file: ScenarioFile, written: ScenarioFile = file): Problem[] {
  const problems: Problem[] = [];
  const note: Note = (path, message) => problems.push({ path: fieldPath(path), message });

  checkNames(note, file);
  checkClusters(note, file);
  checkWorkspaces(note, file);
  checkFaults(note, file);
  // The workload refers to the other parts, so it is checked only if they have no problems.
  if (problems.length === 0) checkWorkload(note, file, written);
  return problems;
}

function checkClusters(note: Note, file: ScenarioFile): void {
  file.clusters.forEach((cluster, c) => {
    cluster.nodes.forEach((group, g) => {
      checkNodeGroup(note, ['clusters', c, 'nodes', g], file, group);
    });
  });
}

function checkNodeGroup(
  note: Note,
  path: readonly PathKey[],
  file: ScenarioFile,
  group: ScenarioFile['clusters'][number]['nodes'][number],
): void {
  const { instanceType, gpuModelName } = group;
  if (instanceTypesFor(file, group).length === 1) return;

  const models = new Set(instanceTypesFor(file, { instanceType }).map((type) => type.gpuModelName));
  const instanceTypes = new Set(file.instanceTypes.map((type) => type.instanceType));
  if (noteUnknown(note, [...path, 'instanceType'], instanceType, instanceTypes)) return;
  if (gpuModelName !== undefined) noteUnknown(note, [...path, 'gpuModelName'], gpuModelName, models);
  else note(path, `must have a gpuModelName, because ${instanceType} exists with ${listOf(models)}`);
}

function checkWorkspaces(note: Note, file: ScenarioFile): void {
  const shapes = shapesOf(file);
  file.workspaces.forEach((workspace, w) => {
    const clusterCount = distinct(workspace.clusters).length;
    if (clusterCount > workspaceClustersMax) {
      note(['workspaces', w, 'clusters'], tooManyClusters(clusterCount));
    }
    workspace.policy.gpuShapes?.forEach((shape, s) => {
      if (shapes === undefined || shapes.known.has(shape.toLowerCase())) return;
      const path = ['workspaces', w, 'policy', 'gpuShapes', s];
      note(path, `must be one of ${listOf(shapes.names)}, but is ${shown(shape)}`);
    });
  });
}

/** GPU shapes: GPU models or instance types, in any case. undefined if the file has a trace, whose shapes are not known yet. */
function shapesOf(file: ScenarioFile) {
  if (tracedClusters(file).length > 0) return undefined;
  const names = new Set(file.instanceTypes.flatMap((type) => [type.gpuModelName, type.instanceType]));
  return { names, known: new Set([...names].map((name) => name.toLowerCase())) };
}

/** Returns the names of the clusters that traces add: each trace adds one, named like its format. */
function tracedClusters(file: ScenarioFile): string[] {
  return file.workload.flatMap((entry) => (entry.kind === 'trace' ? [entry.format.name] : []));
}

function checkFaults(note: Note, file: ScenarioFile): void {
  const clusters = new Set([...file.clusters.map((cluster) => cluster.name), ...tracedClusters(file)]);
  const clustersOf = new Map(file.workspaces.map((workspace) => [workspace.name, workspace.clusters]));
  const workspaces = new Set(clustersOf.keys());
  file.faults.forEach(({ workspace, cluster }, f) => {
    const path = ['faults', f];
    const isUnknown = cluster !== null && noteUnknown(note, [...path, 'cluster'], cluster, clusters);
    if (workspace === null) return;
    if (noteUnknown(note, [...path, 'workspace'], workspace, workspaces)) return;
    const own = clustersOf.get(workspace)!;
    if (cluster === null || isUnknown || own.includes(cluster)) return;
    note(
      [...path, 'cluster'],
      `must be one of ${listOf(own)}, the clusters of ${workspace}, but is ${shown(cluster)}`,
    );
  });
}

function checkWorkload(note: Note, file: ScenarioFile, written: ScenarioFile): void {
  const pools = poolsOf(file);
  const writtenPools = poolsOf(written);
  const traces = new Set<string>();
  file.workload.forEach((workload, w) => {
    const path = ['workload', w];
    if (workload.kind === 'generated') {
      checkGenerated(note, path, { file, pools, writtenPools }, workload);
    } else if (workload.kind === 'script') {
      checkSteps(note, [...path, 'steps'], file, pools, workload.steps);
    } else {
      const { name } = workload.format;
      if (traces.has(name)) {
        note(path, `must be the only trace of the kind "${name}", because each adds a cluster of that name`);
      } else if (file.clusters.some((cluster) => cluster.name === name)) {
        note(path, `adds a cluster "${name}"; rename the other cluster of that name`);
      }
      traces.add(name);
    }
  });
}
