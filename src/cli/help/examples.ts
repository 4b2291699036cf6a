/** A line for a shell, and a remark. */
type Example = readonly [line: string, does: string];

const world = 'world.gprsim';
const key = '5f0c6f5e-3a55-4f0e-9a43-0d7f4a4be1c2';

export const examples: Readonly<Record<string, readonly Example[]>> = {
  gprsim: [
    ['gprsim run tiny', 'a short first run'],
    ['gprsim serve demo --speed 60 --db :memory:', 'three busy clusters, a minute per second'],
  ],
  'gprsim serve': [
    ['gprsim serve', 'demo; the next start continues the world'],
    ['gprsim serve demo --order ./mine.mjs --db :memory:', 'under an order of your own'],
    [
      'gprsim serve quiet --paused --db :memory: --keep-requests 1000 --chaos 7:0.1',
      'for a test of a client: what it sends, while a tenth of its calls fail',
    ],
    [`GPRSIM_API_KEY=${key} gprsim serve quiet --db ${world} --paused`, 'with a chosen key and file'],
  ],
  'gprsim run': [
    [
      'gprsim run demo --until 1d --queue backfill --backfill-order shortest --report run.html',
      'a day; short GPRs pass a blocked one',
    ],
    ['gprsim run tiny --db run.gprsim', 'keep the run in a file'],
    ['gprsim run demo --until 6h --csv --by workspace', 'the waits of each workspace'],
    ['gprsim run demo --until 1d --order ./mine.mjs --check', 'under an order of your own'],
  ],
  'gprsim compare': [
    ['gprsim compare demo --until 6h --queue strict,backfill --seeds 1..5', 'which policy waits less'],
    [
      "gprsim compare demo --until 6h --vary /clusters/0/nodes/0/count=3..6 --target 'p95(wait, pool=a2)<1h'",
      'how many nodes are enough',
    ],
    ['gprsim compare demo --until 6h --seeds 1..100 --results study --part 0/4', 'a quarter of the runs'],
    ['gprsim compare demo --until 6h --seeds 1..100 --for slurm > study.sh', 'all parts on a cluster'],
  ],
  'gprsim backtest': [
    ['gprsim backtest tiny --report estimates.html', 'asked when GPRs begin to wait'],
    ['gprsim backtest tiny --ask every 10m --samples 10 --csv answers.csv', 'asked every ten minutes'],
  ],
  'gprsim hunt': [
    ['gprsim hunt --seeds 1..10 -- node client.mjs', 'in ten worlds, each with its faults'],
    [
      'gprsim hunt demo --faults lost,busy=0.1 --save cases.json -- node client.mjs',
      'keep the smallest case of each kind',
    ],
    ['gprsim hunt --repeat cases.json -- node client.mjs', 'are they mended?'],
  ],
  'gprsim replay': [
    ['gprsim replay run.gprsim --verify', 'check that the facts are the same'],
    ['gprsim replay run.gprsim --until 1h', 'the first hour'],
    ['gprsim replay run.gprsim --module ./mine.mjs', 'a run that may name this module'],
  ],
  'gprsim gprs': [
    ['gprsim gprs run.gprsim', 'waits, run times, evictions and nodes'],
    ['gprsim gprs run.gprsim --state Complete --csv > done.csv', 'for a spreadsheet'],
    [`GPRSIM_API_KEY=${key} gprsim gprs http://127.0.0.1:8080 --sort -waited`, 'who waited longest'],
    [`GPRSIM_API_KEY=${key} gprsim gprs http://127.0.0.1:8080 --reason room,down`, 'who lacks room'],
  ],
  'gprsim queue': [
    ['gprsim queue run.gprsim --state Queued,Successful --sort -waited', 'from a file'],
    [`GPRSIM_API_KEY=${key} gprsim queue http://127.0.0.1:8080 --cluster worker-1`, 'from a server'],
  ],
  'gprsim nodes': [
    ['gprsim nodes run.gprsim --csv > nodes.csv', 'for a spreadsheet'],
    [`GPRSIM_API_KEY=${key} gprsim nodes http://127.0.0.1:8080 --sort -free`, 'from a server'],
  ],
  'gprsim tables': [
    ['gprsim tables run.gprsim run.sqlite', 'waits, attempts, nodes and levels for SQL'],
    ['gprsim tables run.gprsim facts.sqlite --facts --json', 'with every fact; prints the numbers of rows'],
  ],
  'gprsim branches': [
    ['gprsim branches world.gprsim', 'the current one has a *'],
    [`GPRSIM_API_KEY=${key} gprsim branches http://127.0.0.1:8080 --json`, 'from a server'],
  ],
  'gprsim estimates': [
    ['gprsim estimates run.gprsim', 'by how much were the estimates wrong?'],
    [
      `GPRSIM_API_KEY=${key} gprsim estimates http://127.0.0.1:8080 --samples 20 --json`,
      'likely starts, too, of a server',
    ],
  ],
  'gprsim whatif': [
    [
      `gprsim whatif run.gprsim --change 'PUT /sim/scheduler {"queue": "backfill"}'`,
      'who waits longer with another queue policy?',
    ],
    [
      `GPRSIM_API_KEY=${key} gprsim whatif http://127.0.0.1:8080 --change '{"scheduler": {"queue": "greedy"}}' --json`,
      'from a server',
    ],
    [
      `gprsim whatif run.gprsim --samples 20 --alternative 'greedy={"scheduler": {"queue": "greedy"}}'`,
      'in 20 futures: is it more than chance?',
    ],
  ],
  'gprsim top': [
    [`GPRSIM_API_KEY=${key} gprsim top http://127.0.0.1:8080`, 'the key ? shows the keys'],
    ['gprsim top --key-file key.txt', 'the server with the default address'],
  ],
  'gprsim clock': [
    [`GPRSIM_API_KEY=${key} gprsim clock http://127.0.0.1:8080`, 'shows the clock'],
    [`GPRSIM_API_KEY=${key} gprsim clock http://127.0.0.1:8080 advance 5m`, 'also: pause, run, speed 60'],
  ],
  'gprsim call': [
    [
      `GPRSIM_API_KEY=${key} gprsim call http://127.0.0.1:8080 GET /api/v1/inventory/summary`,
      'the GPUs of all clusters',
    ],
    [
      `GPRSIM_API_KEY=${key} gprsim call http://127.0.0.1:8080 POST /sim/clock/advance '{"by": "5h"}'`,
      'five simulated hours',
    ],
  ],
  'gprsim requests': [
    [`GPRSIM_API_KEY=${key} gprsim requests http://127.0.0.1:8080 --status 4xx,5xx`, 'what was refused'],
    [
      `GPRSIM_API_KEY=${key} gprsim requests http://127.0.0.1:8080 --operation createGpr --bodies --json`,
      'for a program',
    ],
    [`GPRSIM_API_KEY=${key} gprsim requests http://127.0.0.1:8080 --clear`, 'before the next test'],
  ],
  'gprsim worlds': [
    [
      `GPRSIM_API_KEY=${key} gprsim worlds http://127.0.0.1:8080 create base --scenario quiet`,
      'prints its key',
    ],
    [`GPRSIM_API_KEY=${key} gprsim worlds http://127.0.0.1:8080 create test-1 --from base`, 'a copy'],
    [`GPRSIM_API_KEY=${key} gprsim worlds http://127.0.0.1:8080`, 'lists them'],
    [`GPRSIM_API_KEY=${key} gprsim worlds http://127.0.0.1:8080 delete test-1`, 'after the test'],
  ],
  'gprsim forecast': [
    ['gprsim forecast run.gprsim', 'the GPRs that waited at its end'],
    ['gprsim forecast run.gprsim --at 10m --samples 1000', 'as it was after ten minutes, in more futures'],
    [`GPRSIM_API_KEY=${key} gprsim forecast http://127.0.0.1:8080 gpr-cb90`, 'a GPR of a server'],
  ],
  'gprsim explain': [
    ['gprsim explain run.gprsim gpr-cb90922d-274e', 'from a file'],
    ['gprsim explain run.gprsim gpr-cb90', 'the beginning of the id'],
    ['gprsim explain run.gprsim morning-train --at 10m', 'by its name, as it was after ten minutes'],
    [`GPRSIM_API_KEY=${key} gprsim explain http://127.0.0.1:8080 gpr-cb90922d-274e`, 'from a server'],
  ],
  'gprsim facts': [
    ['gprsim facts run.gprsim --kind gpr.requeued --kind gpr.ended', 'how attempts ended'],
    ['gprsim facts run.gprsim --from 1h --to 2h --csv > facts.csv', 'an hour, for a spreadsheet'],
  ],
  'gprsim keys': [
    [`gprsim keys list --db ${world}`, 'all keys'],
    [`gprsim keys add --db ${world} --name second --role Owner`, 'another key with all rights'],
  ],
  'gprsim keys list': [
    [`gprsim keys list --db ${world}`, 'as a table'],
    [`gprsim keys list --db ${world} --json`, 'for a program'],
  ],
  'gprsim keys add': [
    [`gprsim keys add --db ${world} --name ci --role Editor --workspace team-blue`, 'for one workspace'],
    [`gprsim keys add --db ${world} --name ops --role Owner --valid-until 2099-12-31`, 'for all workspaces'],
  ],
  'gprsim keys remove': [
    [`gprsim keys remove ci --db ${world}`, 'by its name'],
    [`echo ${key} | gprsim keys remove - --db ${world}`, 'by its value, from standard input'],
  ],
  'gprsim scenarios': [
    ['gprsim scenarios quiet > mine.json', 'a copy to change'],
    ['gprsim scenarios --schema > scenario.schema.json', 'for an editor'],
  ],
  'gprsim init': [
    ['gprsim init', 'writes scenario.json'],
    ['gprsim init first.json', 'writes first.json'],
  ],
  'gprsim export': [
    ['gprsim export run.gprsim copy.gprsim', 'a copy to share'],
    [`gprsim export ${world} without-keys.gprsim --json`, 'for a program'],
  ],
  'gprsim import': [
    ['gprsim import copy.gprsim rebuilt.gprsim', 'derives every fact again'],
    ['gprsim import copy.gprsim again.gprsim --json', 'for a program'],
  ],
  'gprsim openapi': [
    ['gprsim openapi > openapi.json', 'for client generators'],
    ['gprsim openapi --sim > sim.json', 'clock, facts and faults'],
  ],
  'gprsim completion': [
    ['source <(gprsim completion bash)', 'in ~/.bashrc'],
    ['gprsim completion zsh > _gprsim', "in a folder of zsh's $fpath"],
  ],
  'gprsim bench': [
    ['gprsim bench --quick', 'in a few seconds'],
    ['gprsim bench --quick --json', 'every round, for a program'],
  ],
  'gprsim doctor': [
    ['gprsim doctor', 'the program only'],
    [`gprsim doctor --db ${world}`, 'the program and a file'],
  ],
  'gprsim version': [
    ['gprsim version', 'for bug reports'],
    ['gprsim version --json', 'for a program'],
  ],
};
