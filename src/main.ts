import { runProgram } from './cli/program.ts';

runProgram(process.argv.slice(2)).then((exitCode) => {
  // A failure of standard output has set the exit code already.
  process.exitCode ??= exitCode;
});
