// Workload definitions in requests: charts, manifests, commands and their order. The output has the shape of answers, in
// which the simulator stores it.

import * as v from 'valibot';
import type { Json, StepPart } from '../../../../sim/index.ts';
import { formatDuration } from '../../../wire/time/durations.ts';
import { number } from '../../frame/answers/shapes.ts';
import { isUnset, must, notEmpty, required } from '../../frame/errors/problems.ts';
import { jsonObject } from '../../frame/request/any-json.ts';
import {
  address,
  choice,
  duration,
  listOf,
  multilineText,
  names,
  object,
  optional,
  optionalFlag,
  sentDuration,
  text,
} from '../../frame/request/fields.ts';
import { requiring } from '../../frame/request/requirements.ts';
import { isEqual, mustEqual } from '../../frame/request/spellings.ts';

/** The definition of the examples in the OpenAPI document. */
export const exampleDefinition = {
  workspaceName: 'team-blue',
  clusterNames: ['worker-1'],
  burstDuration: '15m',
  deletionPolicy: 'Delete',
  helmConfigs: [],
  manifestResources: [],
  cmdExec: [{ name: 'migrate', cmd: 'migrate --all' }],
  steps: [{ name: 'migrate', type: 'command' }],
};

const commandLengthMax = 65_536;
const versionMessage = must('a version as a number or a string');

/** Other spellings of members → the main spelling. */
export const workspaceSpellings = {
  WorkspaceName: 'workspaceName',
  workspace: 'workspaceName',
  sliceName: 'workspaceName',
};
export const definitionSpellings = { ...workspaceSpellings, clusters: 'clusterNames' };

const helmFlags = v.pipe(
  object({
    atomic: optionalFlag(),
    cleanupOnFail: optionalFlag(),
    createNamespace: optionalFlag(),
    skipCRDs: optionalFlag(),
    wait: optionalFlag(),
    timeout: optional(v.pipe(duration({ zero: true }), v.transform(formatDuration))),
  }),
  v.transform((flags) => setMembers(flags)),
);

const version = v.union(
  [
    v.pipe(
      number,
      v.check((number) => Number.isFinite(number), versionMessage),
    ),
    text(),
  ],
  versionMessage,
);

const CHART = /^[^/\s]+\/[^/\s]+$/;
const chart = v.pipe(
  text(),
  v.check((reference) => CHART.test(reference), must('of the form <repo>/<chart-name>')),
  v.metadata({ pattern: CHART.source }),
);

const helmEntries = {
  name: text(),
  chart,
  releaseName: text(),
  releaseNamespace: text(),
  repoName: text(),
  repoURL: address(),
  version: optional(version),
  helmFlags: optional(helmFlags),
  secretRef: optional(object({ name: text() })),
  values: optional(jsonObject()),
};

export const helmConfig = v.pipe(
  object(helmEntries),
  v.transform((config) => partOf(config)),
);

/** A chart of a template. Its version is mandatory. */
export const versionedHelmConfig = v.pipe(
  object({ ...helmEntries, version }),
  v.transform((config) => partOf(config)),
);

const manifestMembers = 'it must have apiVersion, kind, metadata and data';

const manifest = v.pipe(
  jsonObject({ not: { type: 'object', propertyNames: { const: 'metadata' } } }),
  v.check(
    (members) => Object.keys(members).some((member) => member !== 'metadata'),
    `${notEmpty}; ${manifestMembers}`,
  ),
);

const manifestEntries = requiring(
  object({
    name: text(),
    manifest: optional(manifest),
    namespace: optional(text()),
    apiVersion: optional(text()),
    kind: optional(text()),
    data: optional(jsonObject()),
  }),
  {
    field: 'manifest',
    message: `${required}; ${manifestMembers}`,
    anyOf: ['manifest', 'apiVersion', 'kind', 'data'].map((member) => ({ sent: member })),
  },
  {
    // A manifest precedes the members next to it, so they must not differ.
    wrong({ manifest, ...flat }) {
      if (typeof manifest !== 'object' || manifest === null) return [];
      const { apiVersion, kind, data, metadata } = manifest;
      const nested = { apiVersion, kind, data, namespace: metadata?.namespace };
      return Object.entries(nested)
        .filter(([name, value]) => !isUnset(flat[name]) && !isEqual(flat[name], value))
        .map(([name]) => {
          const place = name === 'namespace' ? 'metadata.namespace' : name;
          return { path: [name], message: mustEqual(`manifest.${place}`) };
        });
    },
  },
);

/** A manifest, or its members next to the name. A manifest with nothing but metadata is refused. */
const manifestResource = v.pipe(
  manifestEntries,
  v.transform(
    ({ name, manifest, ...flat }): StepPart => ({ name, manifest: manifest ?? nested(name, flat) }),
  ),
);

const commandExecution = object({ name: text(), cmd: multilineText(commandLengthMax) });

const stepTypes = ['helm', 'manifest', 'command'] as const;

const step = object({
  name: text(),
  type: choice(stepTypes),
});

const deletionPolicies = ['Delete', 'Retain'] as const;

/** The members that templates and placements share, except charts. */
export const definitionEntries = {
  clusterNames: names(),
  burstDuration: sentDuration(),
  deletionPolicy: choice(deletionPolicies),
  manifestResources: listOf(manifestResource),
  cmdExec: listOf(commandExecution),
  steps: v.pipe(listOf(step), v.nonEmpty(notEmpty)),
};

function nested(
  name: string,
  { namespace, ...members }: Record<'namespace' | 'apiVersion' | 'kind' | 'data', Json>,
): { readonly [member: string]: Json } {
  return { ...setMembers(members), metadata: setMembers({ name, namespace }) };
}

function partOf<Part extends { readonly name: string }>(part: Part): StepPart {
  return setMembers(part) as StepPart;
}

/** `members` without those that are null. */
function setMembers(members: object): { readonly [member: string]: Json } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}
