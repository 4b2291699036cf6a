import type { Scenario } from '../../../../../sim/index.ts';
import type { ChaosSettings } from '../../../../api/frame/operation/chaos.ts';
import { fileWord } from '../../../../files/shell-word.ts';
import { MEMORY } from '../../../../wire/memory.ts';
import { counted } from '../../../../wire/text/counted.ts';
import type { Output } from '../../../support/output/output.ts';
import { loadData } from '../../../support/runs/what-runs.ts';

interface Announcement {
  readonly url: string;
  readonly newKey: string | undefined;
  /** GPRSIM_API_KEY gave the Owner key, which is not printed then. */
  readonly isKeyGiven: boolean;
  /** The address that other machines reach; undefined if only this machine reaches the server. */
  readonly openTo: string | undefined;
  /** Simulated seconds per real second; 0 = the clock is paused. */
  readonly speed: number;
  readonly chaos: ChaosSettings | undefined;
  readonly path: string;
  readonly scenario: Scenario;
}

export function announce(announcement: Announcement, output: Output): void {
  const { url, newKey, isKeyGiven, openTo, speed, chaos, path, scenario } = announcement;
  const { name, seed } = scenario;
  const { load } = loadData(scenario);
  output.data({ url, apiKey: newKey ?? null, db: path, scenario: name, seed, load, chaos });
  const clock = speed === 0 ? 'the clock is paused' : `${counted(speed, 'simulated second')} per second`;
  const times = load === undefined ? '' : `, load ${load}`;
  output.text(`gprsim serves ${name} (seed ${seed}${times}) at ${url}; ${clock}`);
  output.text(`world      ${path === MEMORY ? 'in memory; it is lost when the server ends' : path}`);
  const there = `in the file; gprsim keys list --db ${fileWord(path)} shows it`;
  output.text(`Owner key  ${newKey ?? (isKeyGiven ? 'as given in GPRSIM_API_KEY' : there)}`);
  output.text(`dashboard  ${url}/${newKey === undefined ? '' : `#key=${newKey}`}`);
  output.text(`reference  ${url}/docs`);
  if (chaos !== undefined) {
    output.text(
      `chaos      each call under /api/v1, but not /auth, fails with probability ${chaos.rate} (seed ${chaos.seed})`,
    );
  }
  if (openTo !== undefined) {
    output.text(`network    ${openTo} is reachable from the network; protected only by API keys`);
  }
  const key = newKey ?? (isKeyGiven ? '$GPRSIM_API_KEY' : '<an API key>');
  output.text('');
  output.text('Try:');
  output.text(`  curl -s ${url}/api/v1/auth -d "{\\"apiKey\\":\\"${key}\\"}"`);
  output.text(
    `  curl -s ${url}/api/v1/inventory/summary -H "Authorization: Bearer <the token of that response>"`,
  );
}
