// npm run test:nodes: runs core tests under the oldest and the newest supported Node, and with the executable if it is
// built. Some simulation runs must have the same hash in all of them and under this Node.

import '../require-node.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freshBundle } from '../bundling/bundle.mjs';
import { hostTarget, targets } from '../executable/targets.mjs';
import { fetchNode } from '../node-package.mjs';
import { root } from '../root.mjs';

const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const versions = [engines.node.replace(/^>=(.*)$/, '$1.0'), '26.10.0'];
const runs = [
  'tiny',
  'demo --until 3d',
  'demo --until 3d --order fair-share',
  'million --until 1h --queue backfill --backfill-order shortest',
];
/** Runs of recorded traces, which are not part of the project. They are left out where the files are missing. */
const data = join(root, '../shared/data');
const recorded = [
  `--trace swf --workload ${data}/swf/sdsc-sp2-1998-first5000-lines.swf.gz --cycle event --queue conservative`,
  `--trace openb --nodes ${data}/openb/openb_node_list_gpu_node.csv --workload ${data}/openb/openb_pod_list_default.csv --shares exact --arrivals shuffled --queue refuse --placement fgd`,
];
const ofNode = [
  'test/clients.long.test.ts',
  'test/compat',
  'test/library',
  'test/cli/serving/serve.test.ts',
  'test/cli/serving/modules.long.test.ts',
];
const ofExecutable = [
  'test/clients.long.test.ts',
  'test/cli/serving/serve.test.ts',
  'test/cli/serving/modules.long.test.ts',
];

const bundle = fileURLToPath(await freshBundle('gprsim'));
const executable = join(root, 'dist', targets[hostTarget()].file);
const isExecutableTested = existsSync(executable) || process.env.GPRSIM_EXECUTABLE === 'required';
const nodes = versions.map(nodeOf);

const programs = {
  [`Node ${process.versions.node}`]: [process.execPath, bundle],
  ...Object.fromEntries(nodes.map((node, i) => [`Node ${versions[i]}`, [node, bundle]])),
  ...(isExecutableTested && { executable: [executable] }),
};
for (const run of existsSync(data) ? [...runs, ...recorded] : runs) compareHashes(run);
for (const [i, node] of nodes.entries()) runTests(`Node ${versions[i]}`, node, ofNode);
if (isExecutableTested)
  runTests('the executable', process.execPath, ofExecutable, { GPRSIM_PROGRAM: executable });
else console.log('the executable is not built; build it with npm run build:exe');

function nodeOf(version) {
  const { nodePackage, binary } = targets[hostTarget()];
  const cache = join(root, 'dist/cache/nodes');
  const kept = join(cache, version);
  if (!existsSync(kept)) {
    mkdirSync(cache, { recursive: true });
    const work = mkdtempSync(join(cache, '.fetching-'));
    try {
      fetchNode(nodePackage, version, work);
      renameSync(join(work, 'node_modules', nodePackage), kept);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  const node = join(kept, binary);
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  const found = stdout?.trim() ?? 'no program that starts';
  if (found !== `v${version}`) throw new Error(`${node} is ${found}, not v${version}; remove ${kept}`);
  return node;
}

function compareHashes(run) {
  const hashes = Object.entries(programs).map(([name, [program, ...first]]) => {
    const args = [...first, 'run', ...run.split(' '), '--json'];
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    if (status !== 0) fail(`gprsim run ${run} fails with ${name}: ${stderr}`);
    const { hash } = JSON.parse(stdout.trimEnd().split('\n').at(-1));
    console.log(`${hash}  gprsim run ${run}, ${name}`);
    return hash;
  });
  if (!/^[0-9a-f]{32}$/.test(hashes[0]) || new Set(hashes).size > 1)
    fail(`gprsim run ${run} must have one hash under ${Object.keys(programs).join(', ')}`);
}

function runTests(name, node, paths, env = {}) {
  console.log(`\n${name}: ${paths.join(' ')}`);
  const args = [join(root, 'src/pack/checks/test.mjs'), ...paths.map((path) => join(root, path))];
  const { status } = spawnSync(node, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) fail(`tests fail with ${name}`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
