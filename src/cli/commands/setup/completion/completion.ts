import type { Command } from 'commander';
import { oneOf } from '../../../../arguments/words.ts';
import { allDeclared } from '../../../support/declared.ts';
import type { Output } from '../../../support/output/output.ts';
import { bashCompletion } from './bash.ts';
import { fishCompletion } from './fish.ts';
import { grammarOf } from './grammar.ts';
import { zshCompletion } from './zsh.ts';

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

const SHELLS = Object.keys(scripts) as readonly (keyof typeof scripts)[];

async function completion(shell: keyof typeof scripts, program: Command, output: Output): Promise<void> {
  await allDeclared(program);
  const script = scripts[shell](grammarOf(program));
  output.data({ shell, script });
  output.text(script.trimEnd());
}

export function declare(command: Command, output: Output): void {
  const [shell] = command.registeredArguments;
  shell.description = 'the shell';
  shell.choices(SHELLS).argParser(oneOf('completion', SHELLS));
  command.action((shell) => completion(shell, command.parent!, output));
}
