// The entry of the executable: loads the chunks of the program, each with its code cache, if it has one. V8 ignores a cache of
// another version and compiles the source.

const sea = require('node:sea');
const { Script, constants } = require('node:vm');

const assets = new Set(sea.getAssetKeys());
const loaded = new Map();

load('gprsim.cjs');

function load(file) {
  const known = loaded.get(file);
  if (known !== undefined) return known.exports;
  const module = { exports: {} };
  loaded.set(file, module);
  const cache = `${file}.cache`;
  const script = new Script(asset(file).toString('latin1'), {
    filename: file,
    cachedData: assets.has(cache) ? asset(cache) : undefined,
    // The program imports the modules that a command line names.
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  script.runInThisContext()(module.exports, required, module);
  return module.exports;
}

function required(name) {
  return name.startsWith('./') ? load(name.slice(2)) : require(name);
}

function asset(name) {
  return Buffer.from(sea.getRawAsset(name));
}
