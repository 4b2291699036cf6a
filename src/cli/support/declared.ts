// The program knows the words of its commands. It loads the flags and the work of a command when the command is used.

import type { Command } from 'commander';

const declarations = new WeakMap<Command, () => Promise<void>>();

/** Keeps what will add the flags and the work of a command. */
export function declareLater(command: Command, declare: () => Promise<void>): void {
  declarations.set(command, declare);
}

/** Adds the flags and the work of a command, if it lacks them. */
export async function declared(command: Command): Promise<void> {
  const declare = declarations.get(command);
  declarations.delete(command);
  await declare?.();
}

export async function allDeclared({ commands }: Command): Promise<void> {
  for (const command of commands) await declared(command);
}
