import type { Command } from 'commander';

/** npm keeps flags that come before `--` for its configuration. Names the flag that it kept; '' if it kept none. */
export function npmAdvice(program: Command): string {
  const script = process.env.npm_lifecycle_event;
  if (script === undefined) return '';
  const kept = flagsOf(program).find((flag) => process.env[npmVariable(flag)] !== undefined);
  if (kept === undefined) return '';
  return `npm kept the flag ${kept}; put -- before the arguments: npm run ${script} -- ARGS`;
}

/** `--valid-until` is `npm_config_valid_until`. */
function npmVariable(flag: string): string {
  return `npm_config_${flag.slice(2).replaceAll('-', '_')}`;
}

function flagsOf({ options, commands }: Command): string[] {
  return [...options.flatMap(({ long }) => long ?? []), ...commands.flatMap(flagsOf)];
}
