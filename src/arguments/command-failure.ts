/** Ends a command, or the start of a server, with a message; '' = everything is printed already. */
export class CommandFailure extends Error {}

/** A flag, an option, a variable or an argument is wrong. */
export class BadUsage extends CommandFailure {}

export function badUsage(message: string): BadUsage {
  return new BadUsage(message);
}
