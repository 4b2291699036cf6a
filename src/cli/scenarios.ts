import { builtInScenarios } from '../scenario/builtin.ts';
import { badUsage } from './failure.ts';
import { type Output, table } from './output.ts';

/** Lists the built-in scenarios, or prints the file of one. */
export function scenarios(name: string | undefined, output: Output): void {
  if (name === undefined) {
    output.data(builtInScenarios.map(({ name, description }) => ({ name, description })));
    for (const line of table(builtInScenarios.map(({ name, description }) => [name, description])))
      output.text(line);
    return;
  }
  const scenario = builtInScenarios.find((known) => known.name === name);
  if (scenario === undefined) {
    const names = builtInScenarios.map((known) => known.name).join(', ');
    throw badUsage(`there is no built-in scenario ${JSON.stringify(name)}; there are ${names}`);
  }
  output.data(scenario.file);
  output.text(JSON.stringify(scenario.file, null, 2));
}
