// node --predictable --random-seed=1 warm.cjs BOOT FOLDER ARGS: runs the program from the assets in FOLDER, `serve` until it has
// answered a request. Adds the functions that it used to V8's code caches in FOLDER. Without these flags, threads and seeds would
// make every cache different.

const { readFileSync, readdirSync, writeFileSync } = require('node:fs');
const http = require('node:http');
const { join } = require('node:path');
const vm = require('node:vm');

const [boot, folder, ...args] = process.argv.slice(2);
const scripts = new Map();

class KeptScript extends vm.Script {
  constructor(source, options) {
    super(source, options);
    scripts.set(options.filename, this);
  }
}

const replaced = {
  'node:sea': {
    isSea: () => true,
    getRawAsset: (name) => readFileSync(join(folder, name)),
    getAssetKeys: () => readdirSync(folder),
  },
  'node:vm': { ...vm, Script: KeptScript },
};

process.on('exit', () => {
  for (const [file, script] of scripts) {
    if (!file.endsWith('.cjs')) continue;
    writeFileSync(join(folder, `${file}.cache`), script.createCachedData());
  }
});

// Timers never fire, because whether one fires before the end would depend on the speed of the machine.
const { setTimeout } = globalThis;
globalThis.setTimeout = () => setTimeout(() => {}, 1e9).unref();
globalThis.setInterval = globalThis.setTimeout;
// Nothing takes long, because code that runs after a long work would depend on the speed of the machine, too.
let calls = 0;
performance.now = () => ++calls / 1e6;

process.argv.splice(2, Infinity, ...args);
process.stdout.write = (line) => {
  if (args[0] !== 'serve') return true;
  const { url } = JSON.parse(line);
  http.get(`${url}/healthz`, (response) => {
    response.resume();
    response.on('end', () => process.emit('SIGTERM'));
  });
  return true;
};
vm.runInThisContext(`(function (require) {${readFileSync(boot, 'utf8')}})`)(
  (name) => replaced[name] ?? require(name),
);
