// What the executable runs first: the program, with the cache of its compiled functions where there is one. V8 compiles
// the source itself when the cache is not of its kind.

const sea = require('node:sea');
const { Script } = require('node:vm');

const cache = 'gprsim.cache';
const cachedData = sea.getAssetKeys().includes(cache) ? Buffer.from(sea.getRawAsset(cache)) : undefined;
const program = new Script(sea.getAsset('gprsim.cjs', 'utf8'), { filename: 'gprsim.cjs', cachedData });
program.runInThisContext()(exports, require, module);
