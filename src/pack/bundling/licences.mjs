// Lists what a bundle or an executable contains, with licences: the packages of the program, and for an executable also
// the code compiled into SQLite's addon, SQLite, and Node.

import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '../root.mjs';
import { packagesPackedBy } from './packed.mjs';

/** Compiled into better-sqlite3's addon, so the bundler does not list it. */
const compiledIn = ['node_modules/node-addon-api'];

/** Returns `{name, version, licence, text}` of the packages in these folders, the project first. */
export async function licencesOf(packages) {
  return await Promise.all(['.', ...new Set(packages)].map(ofFolder));
}

export async function licencesOfExecutable(packages, nodeLicence) {
  const [project, ...others] = await licencesOf([...packages, ...compiledIn].sort());
  const node = {
    name: 'Node.js',
    version: process.versions.node,
    licence: 'MIT and others',
    text: nodeLicence,
  };
  return [project, node, await ofSqlite(), ...others];
}

/** Returns the folders of the packages of a bundle, sorted. `inputs` are its sources, relative to the project. */
export async function packagesOf(inputs) {
  const imported = inputs.flatMap((path) => folderOfPackage(path) ?? []);
  const packedIn = await Promise.all(inputs.map((path) => packagesPackedBy(join(root, path))));
  const folders = new Set([...imported, ...packedIn.flat().map((name) => `node_modules/${name}`)]);
  return [...folders].sort();
}

/** Returns the folder of the innermost package that contains a file; undefined for a source of the project. */
function folderOfPackage(path) {
  return /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(`${dirname(path)}/`)?.[0];
}

async function ofFolder(folder) {
  const path = join(root, folder);
  const { name, version, license } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
  const files = (await readdir(path)).filter((file) => /licen[cs]e|^notice|^copying/i.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(path, file), 'utf8')));
  return { name, version, licence: license, text: texts.map((text) => text.trim()).join('\n\n') };
}

/** SQLite has no licence; its text is the comment of the authors at the start of the source. */
async function ofSqlite() {
  const header = await readFile(join(root, 'node_modules/better-sqlite3/deps/sqlite3/sqlite3.h'), 'utf8');
  const [, version] = /#define SQLITE_VERSION\s+"([^"]+)"/.exec(header);
  const [, words] = /^\/\*\n\*\* [0-9-]+\n\*\*\n(.*?)\*{20}/s.exec(header);
  return { name: 'SQLite', version, licence: 'public domain', text: words.replace(/^\*\* ?/gm, '').trim() };
}
