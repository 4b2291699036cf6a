import { absentPolicies } from '../../sim/index.ts';
import { badUsage } from './command-failure.ts';

/** @param names of policies, by member @throws BadUsage if a file names a policy of one's own that was not given */
export function requireGiven(path: string, names: object): void {
  const problems = absentPolicies(names).map(({ why }) => `${path} ${why}`);
  if (problems.length > 0) throw badUsage([...new Set(problems)].join('\n'));
}
