// Converts members of files that earlier engine versions wrote to the form of this version.

import { MB_PER_GB } from '../../../sim/index.ts';

type Members = Readonly<Record<string, unknown>>;

/** Returns the scenario with its policies in this version's form. */
export function upgradedScenario(scenario: Members): Members {
  const { workspaces } = scenario;
  if (!Array.isArray(workspaces)) return scenario;
  return { ...scenario, workspaces: workspaces.map((workspace) => withPolicy(workspace, 'policy')) };
}

/** Returns the command with its policy in this version's form. */
export function upgradedCommand(command: unknown): unknown {
  return isObject(command) && command.kind === 'policy.set' ? withPolicy(command, 'changes') : command;
}

/** Until engine version 2, the memory limit of a policy was in GB. */
function withPolicy(owner: unknown, member: string): unknown {
  const policy = isObject(owner) ? owner[member] : undefined;
  if (!isObject(policy) || typeof policy.maxMemoryGbPerGpr !== 'number') return owner;
  const { maxMemoryGbPerGpr, ...others } = policy;
  const maxMemoryMbPerGpr = Math.min(policy.maxMemoryGbPerGpr * MB_PER_GB, Number.MAX_SAFE_INTEGER);
  return { ...(owner as Members), [member]: { ...others, maxMemoryMbPerGpr } };
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
