// Requests to every operation that takes `at`, with names of a world in their parameters.

import { instantName } from '../../../src/api/frame/request/at-parameter.ts';
import { documents } from '../documents/described.ts';
import { words } from './life.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly example?: unknown;
  readonly description: string;
}

export interface Reading {
  /** Operation or alias. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
}

// biome-ignore lint/suspicious/noExplicitAny: the shape of the documents is known
const described: readonly [string, any][] = Object.values(documents).flatMap(({ paths }) =>
  Object.entries(paths).flatMap(([path, { get }]) =>
    get === undefined ? [] : [[path, get] as [string, object]],
  ),
);

/** All that the documents describe with the parameter `at`. */
export const readings: readonly Reading[] = described.flatMap(([path, { parameters = [] }]) => {
  const others = parameters.filter(({ name }: Parameter) => name !== instantName);
  return others.length < parameters.length ? [{ path, parameters: others }] : [];
});

const names: Readonly<Record<string, readonly string[]>> = {
  sliceName: ['red', 'blue', 'green'],
  workspaceName: ['red', 'blue', 'green'],
  workspace: ['red', 'blue', 'green'],
  policyName: ['red', 'blue', 'green'],
  gprTemplateName: words.gprTemplate,
  gprTemplateBindingName: ['red', 'blue', 'green'],
  endpoint: words.endpoint,
  cluster: ['worker-1', 'worker-2'],
  clusterName: ['worker-1', 'worker-2'],
  name: [...words.workloadTemplate, ...words.placement],
  templateName: words.workloadTemplate,
  placementName: words.placement,
  // The least: futures take long.
  samples: ['10'],
};

/** A request of a reading. @param choose returns an integer from 0 to below its argument */
export function requestOf(
  { path, parameters }: Reading,
  gprs: readonly string[],
  choose: (count: number) => number,
): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place, required, example, description } of parameters) {
    const known = /^gprID?$/i.test(name) && gprs.length > 0 ? gprs : names[name];
    const value = known === undefined ? String(example) : known[choose(known.length)]!;
    // Without it, a forecast has a hundred futures, and an accuracy has none: another test asks that in futures.
    if (name === 'samples' && path !== '/sim/forecast') continue;
    const isWanted =
      required || name === 'samples' || (/mandatory/.test(description) ? choose(4) > 0 : choose(3) === 0);
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else if (isWanted) query.set(name, value);
  }
  return `${filled}?${query}`;
}
