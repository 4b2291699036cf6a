// What the policies of the scheduler do. The glossary of the documents has the same words.

export const POLICY_WORDS: Readonly<Record<string, string>> = {
  strict: 'if a GPR does not fit into the free GPUs of its pool, those behind it wait',
  greedy: 'every GPR that fits, or can evict enough others, starts',
  backfill: 'a GPR passes a blocked one if that can still start at its reservation',
  'best-fit': 'the nodes with the fewest free GPUs come first',
  'worst-fit': 'the nodes with the most free GPUs come first',
  'first-fit': 'the nodes with the lowest numbers come first',
};

const MODULE = 'sha256:';
const DIGITS_SHOWN = 8;

/** A policy in a text: a module as `its-name@1a2b3c4d`, with the beginning of its SHA-256. @param title its own name, if known */
export function policyName(name: string, title = 'module'): string {
  if (!name.startsWith(MODULE)) return name;
  return `${title}@${name.slice(MODULE.length, MODULE.length + DIGITS_SHOWN)}`;
}
