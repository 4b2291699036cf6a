// What serve says when it listens.

import type { Scenario } from '../../../sim/index.ts';
import { MEMORY } from '../../store/database.ts';
import { counted } from './counted.ts';
import type { Output } from './output.ts';
import { fileWord } from './shell-word.ts';

export interface Announcement {
  readonly url: string;
  /** The Owner key that was made just now. */
  readonly newKey: string | undefined;
  /** Whoever started the server has given the Owner key, and need not be told it, nor any log. */
  readonly isKeyGiven: boolean;
  /** Where other machines reach it; undefined where they do not. */
  readonly openTo: string | undefined;
  /** Simulated seconds a second, 0 while the clock stands. */
  readonly speed: number;
  /** The world's file, or :memory:. */
  readonly path: string;
  readonly scenario: Scenario;
}

export function announce(announcement: Announcement, output: Output): void {
  const { url, newKey, isKeyGiven, openTo, speed, path, scenario } = announcement;
  output.data({ url, apiKey: newKey ?? null, db: path, scenario: scenario.name, seed: scenario.seed });
  const clock = speed === 0 ? 'the clock stands' : `${counted(speed, 'simulated second')} a second`;
  output.text(`gprsim serves ${scenario.name} (seed ${scenario.seed}) at ${url}; ${clock}`);
  output.text(`world      ${path === MEMORY ? 'in memory, gone at the end' : path}`);
  const there = `in the file; while no server has it, gprsim keys list --db ${fileWord(path)} shows it`;
  output.text(`Owner key  ${newKey ?? (isKeyGiven ? 'as given in GPRSIM_API_KEY' : there)}`);
  output.text(`reference  ${url}/docs`);
  if (openTo !== undefined) {
    output.text(
      `network    open to every machine that reaches ${openTo}, with no more in their way than the API keys`,
    );
  }
  const key = newKey ?? (isKeyGiven ? '$GPRSIM_API_KEY' : '<an API key>');
  output.text('');
  output.text('Try:');
  output.text(`  curl -s ${url}/api/v1/auth -d "{\\"apiKey\\":\\"${key}\\"}"`);
  output.text(
    `  curl -s ${url}/api/v1/inventory/summary -H "Authorization: Bearer <the token of that answer>"`,
  );
}
