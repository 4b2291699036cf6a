import { spawnSync } from 'node:child_process';

/** Installs a Node in a folder; npm checks it against the registry's checksum. @throws Error if npm fails */
export function fetchNode(nodePackage, version, folder) {
  const wanted = `${nodePackage}@${version}`;
  console.log(`fetching ${wanted} with npm`);
  const args = [
    'install',
    wanted,
    '--prefix',
    folder,
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ];
  // --force: the package may be for another platform.
  args.push('--force', '--loglevel', 'error');
  const { npm_execpath: npm } = process.env;
  const options = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] };
  const { status, error } =
    npm === undefined
      ? spawnSync('npm', args, options)
      : spawnSync(process.execPath, [npm, ...args], options);
  if (status === 0) return;
  throw new Error(`npm cannot fetch ${wanted}${error === undefined ? '' : `: ${error.message}`}`);
}
