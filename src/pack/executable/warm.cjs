// node --predictable --random-seed=1 warm.cjs FOLDER: runs the program from the assets in FOLDER for one request, and
// writes V8's code cache to FOLDER/gprsim.cache. Without these flags, threads and seeds would make every cache different.

const { readFileSync, readdirSync, writeFileSync } = require('node:fs');
const http = require('node:http');
const { join } = require('node:path');
const { Script } = require('node:vm');

const folder = process.argv[2];
const asset = (name) => readFileSync(join(folder, name));
const sea = {
  isSea: () => true,
  getAsset: (name) => asset(name).toString('utf8'),
  getRawAsset: (name) => asset(name),
  getAssetKeys: () => readdirSync(folder),
};
const program = new Script(sea.getAsset('gprsim.cjs'), { filename: 'gprsim.cjs' });

process.on('exit', () => writeFileSync(join(folder, 'gprsim.cache'), program.createCachedData()));

// Timers never fire, because whether one fires before the end would depend on the speed of the machine.
const { setTimeout } = globalThis;
globalThis.setTimeout = () => setTimeout(() => {}, 1e9).unref();
globalThis.setInterval = globalThis.setTimeout;
// Nothing takes long, because code that runs after a long work would depend on the speed of the machine, too.
let calls = 0;
performance.now = () => ++calls / 1e6;

process.argv.splice(2, 1, ...'serve demo --paused --db :memory: --listen 127.0.0.1:0 --json'.split(' '));
process.stdout.write = (line) => {
  const { url } = JSON.parse(line);
  http.get(`${url}/healthz`, (response) => {
    response.resume();
    response.on('end', () => process.emit('SIGTERM'));
  });
  return true;
};
program.runInThisContext()(exports, (name) => (name === 'node:sea' ? sea : require(name)), module);
