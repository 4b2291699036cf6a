import type { World } from '../driver/world.ts';
import { Failure } from '../http/failure.ts';
import { oneOf, problem } from '../http/problems.ts';

/** @param name '' = none. @throws Failure `invalid` if the world has no such cluster */
export function requireCluster(name: string, { scenario }: World): void {
  const clusters = scenario.clusters.map(({ name }) => name);
  if (name !== '' && !clusters.includes(name))
    throw new Failure('invalid', {}, [problem('cluster', oneOf('a cluster of this world', clusters, name))]);
}
