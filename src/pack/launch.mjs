#!/usr/bin/env node
// The command `gprsim` of a checkout: brings the bundle up to date and hands over. The program reads process.argv.

import './require-node.mjs';

import('./bundle.mjs')
  .then(({ freshBundle }) => freshBundle('gprsim'))
  .then((file) => import(file))
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
