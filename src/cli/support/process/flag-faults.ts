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
    let isReported = false;
    given.parseArg = <T>(text: string, before: T): T => {
      const known = kept === undefined ? before : (kept.value as T);
      // Of a value of several words, the first wrong one is reported.
      if (isReported && given.variadic) return known;
      const value = faults.of(() => parseArg.call(given, text, known) as T);
      isReported = value === undefined;
      kept = { value: value ?? known };
      return value ?? known;
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
