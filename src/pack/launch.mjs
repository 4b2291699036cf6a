#!/usr/bin/env node
// The command `gprsim`: imports the bundle, which reads process.argv. In a checkout, it rebuilds an outdated bundle first.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import './require-node.mjs';

const isCheckout = existsSync(fileURLToPath(new URL('../main.ts', import.meta.url)));

// npm runs scripts in the folder of the package, but paths are relative to the folder of the user.
const { npm_lifecycle_event, INIT_CWD } = process.env;
if (isCheckout && npm_lifecycle_event === 'gprsim' && INIT_CWD) process.chdir(INIT_CWD);

(isCheckout
  ? import('./bundling/bundle.mjs').then(({ freshBundle }) => freshBundle('gprsim'))
  : Promise.resolve('../../dist/gprsim.mjs')
)
  .then((file) => import(file))
  .catch((error) => {
    const isMissing = error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes("'better-sqlite3'");
    const remedy = isCheckout
      ? 'run npm ci'
      : 'install gprsim-VERSION.tgz with npm install instead of unpacking it';
    console.error(isMissing ? `gprsim: its package better-sqlite3 is not installed; ${remedy}` : error);
    process.exit(1);
  });
