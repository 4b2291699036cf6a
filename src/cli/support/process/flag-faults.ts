import type { Argument, Command, Option } from 'commander';
import { Faults } from '../../../arguments/command-failure.ts';

/**
 * Makes all wrong values of flags and arguments one error. It ends the program before its command begins. Returns a function
 * that includes a command with its flags.
 */
export function faultsTogether(program: Command): (command: Command) => void {
  const faults = new Faults();
  const keepFaults = (given: Option | Argument) => {
    const { parseArg } = given;
    if (parseArg === undefined) return;
    // Kept here, because commander replaces a value that is undefined by an empty text.
    let kept: { readonly value: unknown } | undefined;
    given.parseArg = <T>(text: string, before: T): T => {
      const known = kept === undefined ? before : (kept.value as T);
      const value = faults.of(() => parseArg.call(given, text, known) as T) ?? known;
      kept = { value };
      return value;
    };
  };
  const visit = ({ options, registeredArguments, commands }: Command) => {
    options.forEach(keepFaults);
    registeredArguments.forEach(keepFaults);
    commands.forEach(visit);
  };
  program.hook('preAction', () => faults.check());
  return visit;
}
