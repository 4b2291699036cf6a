// What is inside an executable, and under which licences: packages of the program, what was compiled into SQLite's
// addon, SQLite, and Node.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../bundle.mjs';

/** Compiled into better-sqlite3's addon; no bundler sees it. */
const compiledIn = ['node_modules/node-addon-api'];

/** `{name, version, licence, text}` of everything, the project first. @param packages folders below the project */
export async function licencesOf(packages, nodeLicence) {
  const folders = [...new Set([...packages, ...compiledIn])].sort();
  return [
    await ofFolder('.'),
    { name: 'Node.js', version: process.versions.node, licence: 'MIT and others', text: nodeLicence },
    await ofSqlite(),
    ...(await Promise.all(folders.map(ofFolder))),
  ];
}

async function ofFolder(folder) {
  const path = join(root, folder);
  const { name, version, license } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
  const files = (await readdir(path)).filter((file) => /licen[cs]e|^notice|^copying/i.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(path, file), 'utf8')));
  return { name, version, licence: license, text: texts.map((text) => text.trim()).join('\n\n') };
}

/** The authors' words at the head of the source, in place of a licence. */
async function ofSqlite() {
  const header = await readFile(join(root, 'node_modules/better-sqlite3/deps/sqlite3/sqlite3.h'), 'utf8');
  const [, version] = /#define SQLITE_VERSION\s+"([^"]+)"/.exec(header);
  const [, words] = /^\/\*\n\*\* [0-9-]+\n\*\*\n(.*?)\*{20}/s.exec(header);
  return { name: 'SQLite', version, licence: 'public domain', text: words.replace(/^\*\* ?/gm, '').trim() };
}
