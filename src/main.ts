// From argv to a command and its exit code.

import { runProgram } from './cli/program.ts';

process.exitCode = await runProgram(process.argv.slice(2));
