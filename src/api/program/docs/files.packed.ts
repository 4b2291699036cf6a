// The files of the reference page, compressed. The build replaces this module by its exports, so that the bundle needs no
// further files.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';

const { resolve } = createRequire(import.meta.url);
const own = (name: string) => readFileSync(new URL(name, import.meta.url));
const swagger = (name: string) => readFileSync(resolve(`swagger-ui-dist/${name}`));

const contents: Readonly<Record<string, Buffer>> = {
  'page.html': own('page.html'),
  'page.css': own('page.css'),
  'page.js': own('page.js'),
  'swagger-ui.css': swagger('swagger-ui.css'),
  'swagger-ui-bundle.js': swagger('swagger-ui-bundle.js'),
  'licences.txt': Buffer.concat([
    swagger('NOTICE'),
    Buffer.from('\n\n'),
    swagger('LICENSE'),
    Buffer.from('\n\n'),
    swagger('swagger-ui-bundle.js.LICENSE.txt'),
  ]),
};

export const packages: readonly string[] = ['swagger-ui-dist'];

/** By name, as gzip in base64. */
export const files: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(contents).map(([name, content]) => [
    name,
    gzipSync(content, { level: 9 }).toString('base64'),
  ]),
);
