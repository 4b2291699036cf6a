#!/usr/bin/env node
// The command `gprsim`: imports the bundle, which reads process.argv. In a checkout, it rebuilds an outdated bundle first.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import './require-node.mjs';

const isCheckout = existsSync(fileURLToPath(new URL('../main.ts', import.meta.url)));

(isCheckout
  ? import('./bundling/bundle.mjs').then(({ freshBundle }) => freshBundle('gprsim'))
  : Promise.resolve('../../dist/gprsim.mjs')
)
  .then((file) => import(file))
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
