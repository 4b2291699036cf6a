// What help shows of every command besides its flags: two lines that one can type.

/** A line for a shell, and what it does. */
export type Example = readonly [line: string, does: string];

const world = 'world.gprsim';
const key = '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2';

/** By the words of a command. */
export const examples: Readonly<Record<string, readonly Example[]>> = {
  gprsim: [
    ['gprsim run tiny', 'a first run, over at once'],
    ['gprsim serve demo --speed 60 --db :memory:', 'three busy clusters, a minute a second'],
  ],
  'gprsim serve': [
    ['gprsim serve', 'demo, which goes on where it was at the next start'],
    [
      `GPRSIM_API_KEY=${key} gprsim serve quiet --db ${world} --paused`,
      'with a key and a file of your choice',
    ],
  ],
  'gprsim run': [
    ['gprsim run demo --until 1d --queue backfill', 'a day of an endless scenario'],
    ['gprsim run tiny --db run.gprsim', 'keep the run to look at it later'],
  ],
  'gprsim compare': [
    [
      'gprsim compare demo --until 6h --queue strict,backfill --seeds 1..5',
      'which waits less, beyond chance',
    ],
    [
      'gprsim compare demo --until 1h --placement best-fit,worst-fit --csv > runs.csv',
      'every run, for a program of your own',
    ],
  ],
  'gprsim replay': [
    ['gprsim replay run.gprsim --verify', 'whether it still gives the same facts'],
    ['gprsim replay run.gprsim --until 1h', 'its first hour'],
  ],
  'gprsim gprs': [
    ['gprsim gprs run.gprsim', 'waits, run times, evictions and nodes'],
    ['gprsim gprs run.gprsim --state Complete --csv > done.csv', 'for a spreadsheet'],
  ],
  'gprsim explain': [
    ['gprsim explain run.gprsim gpr-cb90922d-274e', 'from a file'],
    [`GPRSIM_API_KEY=${key} gprsim explain http://127.0.0.1:8080 gpr-cb90922d-274e`, 'from a server'],
  ],
  'gprsim keys': [
    [`gprsim keys list --db ${world}`, 'who may come in'],
    [`gprsim keys add --db ${world} --name second --role Owner`, 'one more who may do everything'],
  ],
  'gprsim keys list': [
    [`gprsim keys list --db ${world}`, 'as a table'],
    [`gprsim keys list --db ${world} --json`, 'for a program'],
  ],
  'gprsim keys add': [
    [`gprsim keys add --db ${world} --name ci --role Editor --workspace team-blue`, 'for one workspace'],
    [`gprsim keys add --db ${world} --name ops --role Owner --valid-until 2099-12-31`, 'for all, for long'],
  ],
  'gprsim keys remove': [
    [`gprsim keys remove ci --db ${world}`, 'it lets nobody in any more'],
    [`echo ${key} | gprsim keys remove - --db ${world}`, 'by its value, which nobody sees'],
  ],
  'gprsim scenarios': [
    ['gprsim scenarios quiet > mine.json', 'a copy to change'],
    ['gprsim scenarios --schema > scenario.schema.json', 'for the editor'],
  ],
  'gprsim init': [
    ['gprsim init', 'scenario.json, for gprsim run scenario.json'],
    ['gprsim init first.json', 'under a name of your own'],
  ],
  'gprsim export': [
    ['gprsim export run.gprsim copy.gprsim', 'to pass on'],
    [`gprsim export ${world} without-keys.gprsim --json`, 'for a program'],
  ],
  'gprsim import': [
    ['gprsim import copy.gprsim rebuilt.gprsim', 'derived anew, fact by fact'],
    ['gprsim import copy.gprsim again.gprsim --json', 'for a program'],
  ],
  'gprsim openapi': [
    ['gprsim openapi > openapi.json', 'for generators of clients'],
    ['gprsim openapi --sim > sim.json', 'clock, facts, faults'],
  ],
  'gprsim completion': [
    ['source <(gprsim completion bash)', 'in ~/.bashrc'],
    ['gprsim completion zsh > _gprsim', "in a folder of zsh's $fpath"],
  ],
  'gprsim bench': [
    ['gprsim bench --quick', 'in a few seconds'],
    ['gprsim bench --quick --json', 'with every round, for a program'],
  ],
  'gprsim doctor': [
    ['gprsim doctor', 'the program alone'],
    [`gprsim doctor --db ${world}`, 'a file too'],
  ],
  'gprsim version': [
    ['gprsim version', 'for a report of a mistake'],
    ['gprsim version --json', 'for a program'],
  ],
};
