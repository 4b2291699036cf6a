import type { Command } from 'commander';
import { badUsage } from '../../../arguments/command-failure.ts';
import { builtInNames } from '../../../arguments/flag-values.ts';
import { builtInScenarios } from '../../../scenario/builtin.ts';
import { scenarioJsonSchema } from '../../../scenario/file/scenario-json-schema.ts';
import { didYouMean } from '../../../wire/text/did-you-mean.ts';
import type { Output } from '../../support/output/output.ts';
import { table, wrapped } from '../../support/output/text-table.ts';

interface ScenariosFlags {
  readonly schema?: boolean;
}

const INDENT = 9;

function linesOf({ name, description }: (typeof builtInScenarios)[number]): string[][] {
  return wrapped(description, { indent: INDENT }).map((line, i) => [i === 0 ? name : '', line]);
}

export function scenarios(name: string | undefined, flags: ScenariosFlags, output: Output): void {
  if (flags.schema === true) {
    if (name !== undefined) throw badUsage(`--schema is the same for all scenarios; remove ${name}`);
    const schema = scenarioJsonSchema();
    output.data(schema);
    output.text(JSON.stringify(schema, null, 2));
    return;
  }
  if (name === undefined) {
    output.data(builtInScenarios.map(({ name, description }) => ({ name, description })));
    for (const line of table(builtInScenarios.flatMap(linesOf))) output.text(line);
    return;
  }
  const scenario = builtInScenarios.find((known) => known.name === name);
  if (scenario === undefined) {
    const names = builtInNames.join(', ');
    throw badUsage(
      `unknown built-in scenario ${JSON.stringify(name)}; there are ${names}${didYouMean(name, builtInNames)}`,
    );
  }
  output.data(scenario.file);
  output.text(JSON.stringify(scenario.file, null, 2));
}

export function declare(command: Command, output: Output): void {
  command
    .option('--schema', 'print the JSON Schema of scenario files instead')
    .action((name, flags) => scenarios(name, flags, output));
}
