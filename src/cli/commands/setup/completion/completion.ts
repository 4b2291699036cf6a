import type { Command } from 'commander';
import type { Output } from '../../../support/output/output.ts';
import { bashCompletion } from './bash.ts';
import { fishCompletion } from './fish.ts';
import { grammarOf } from './grammar.ts';
import { zshCompletion } from './zsh.ts';

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

export const SHELLS = Object.keys(scripts) as readonly (keyof typeof scripts)[];

export function completion(shell: keyof typeof scripts, program: Command, output: Output): void {
  const script = scripts[shell](grammarOf(program));
  output.data({ shell, script });
  output.text(script.trimEnd());
}
