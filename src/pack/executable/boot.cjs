// The entry of the executable: runs the program with its code cache, if it has one. V8 ignores a cache of another version
// and compiles the source.

const sea = require('node:sea');
const { Script, constants } = require('node:vm');

const cache = 'gprsim.cache';
const cachedData = sea.getAssetKeys().includes(cache) ? Buffer.from(sea.getRawAsset(cache)) : undefined;
const program = new Script(sea.getAsset('gprsim.cjs', 'utf8'), {
  filename: 'gprsim.cjs',
  cachedData,
  // The program imports the modules that a command line names.
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
program.runInThisContext()(exports, require, module);
