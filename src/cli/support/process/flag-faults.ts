import type { Argument, Command, Option } from 'commander';
import type { Faults } from '../../../arguments/command-failure.ts';

const checking = new WeakSet<Command>();

/** Lets a command begin with wrong flags, which have no value then: it finds what else is wrong, and checks the faults. */
export function checksFaults(command: Command): Command {
  checking.add(command);
  return command;
}

/**
 * Makes all that is wrong with flags and arguments one error. It ends the program before its command begins. Returns a function
 * that includes a command with its flags.
 */
export function faultsTogether(faults: Faults): (command: Command) => void {
  const wrong = new Set<Option | Argument>();
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
      if (isReported) wrong.add(given);
      kept = { value: value ?? known };
      return value ?? known;
    };
  };
  const visit = (command: Command) => {
    const { options, registeredArguments, commands } = command;
    options.forEach(keepFaults);
    registeredArguments.forEach(keepFaults);
    commands.forEach(visit);
    command.hook('preAction', (_, called) => {
      if (called !== command) return;
      if (!checking.has(command) || registeredArguments.some((one) => wrong.has(one))) faults.check();
      for (const option of options)
        if (wrong.has(option)) command.setOptionValueWithSource(option.attributeName(), undefined, 'cli');
    });
  };
  return visit;
}
