// From argv to a command and its exit code.

import { runProgram } from './cli/program.ts';

runProgram(process.argv.slice(2)).then((exitCode) => {
  // What went wrong with the output may be known by now.
  process.exitCode ??= exitCode;
});
