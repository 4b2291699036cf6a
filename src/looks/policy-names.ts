// The names of the policies of the scheduler.

const MODULE = 'sha256:';
const DIGITS_SHOWN = 8;

/** A policy in a text: a module as `its-name@1a2b3c4d`, with the beginning of its SHA-256. @param title its own name, if known */
export function policyName(name: string, title = 'module'): string {
  if (!name.startsWith(MODULE)) return name;
  return `${title}@${name.slice(MODULE.length, MODULE.length + DIGITS_SHOWN)}`;
}
