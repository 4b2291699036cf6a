import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import packageFile from '../../package.json' with { type: 'json' };
import { commandHelps } from '../cli/gprsim.ts';
import { commandsOf, type Document, documentAt, documents, project } from './documents.ts';

const prose = ({ text }: Document) => text.replaceAll(/^( *)```(?!mermaid)\w+\n.*?^ *```$/gms, '');

const helps = new Map(commandHelps().map(([path, help]) => [path.join(' '), help]));

test('every command in the documents has the flags that it is used with', () => {
  const commands = documents.flatMap(commandsOf);
  assert.ok(commands.length > 30, `only ${commands.length} commands were found`);
  for (const command of commands) {
    const words = command.split(' ');
    const name = words[0] === 'keys' ? `keys ${words[1]}` : words[0];
    for (const flag of words.filter((word) => word.startsWith('--'))) {
      assert.match(helps.get(name)!, new RegExp(`^  ${flag}\\b`, 'm'), `gprsim ${command}: ${flag}`);
    }
  }
});

test('every flag that the prose names exists', () => {
  const known = [...helps.values()].join('');
  for (const { path, text } of documents) {
    for (const [, flag] of text.matchAll(/`(--[a-z-]+)[^`]*`/g)) {
      assert.match(known, new RegExp(`^ +(?:-\\w, )?${flag}\\b`, 'm'), `${path}: ${flag}`);
    }
  }
});

test('every path that the documents name exists, or their commands create it', () => {
  const made = /^(fixtures\/clients\/typescript\/openapi\.json|dist\/gprsim)$/;
  let found = 0;
  for (const { path, text } of documents) {
    for (const [named] of text.matchAll(/(?<![\w/.-])(?:sim|src|fixtures|bench|test|docs|dist)\/[\w./-]*/g)) {
      const file = named.replace(/\.$/, '');
      // Not from the project's folder: the folder docs in prose, and an HTTP path under /sim.
      if (['docs/', 'sim/faults'].includes(file)) continue;
      found += 1;
      assert.ok(made.test(file) || existsSync(join(project, file)), `${path} names ${named}`);
    }
  }
  assert.ok(found > 60, `only ${found} paths were found`);
});

test('every file that sim/README.md names exists in sim', () => {
  const { text } = documentAt('sim/README.md');
  const files = readdirSync(join(project, 'sim'), { recursive: true, encoding: 'utf8' });
  const named = [...text.matchAll(/`([\w/-]+(?:\.ts|\/))`/g)].map(([, name]) => name);
  assert.ok(named.length > 40, `only ${named.length} names were found`);
  for (const name of named.filter((name) => !name.startsWith('test/') && name !== 'sim/')) {
    const path = name.replace(/\/$/, '');
    assert.ok(
      files.some((file) => `/${file.replaceAll('\\', '/')}`.endsWith(`/${path}`)),
      `sim/README.md names ${name}`,
    );
  }
});

test('every link leads to a file, and every document except README.md is linked', () => {
  const linked = new Set(['README.md']);
  for (const document of documents) {
    for (const [, target] of prose(document).matchAll(/\]\(([^)#]+)/g)) {
      const path = join(dirname(document.path), target);
      assert.ok(existsSync(join(project, path)), `${document.path} links to ${target}`);
      linked.add(path);
    }
  }
  assert.deepEqual(
    documents.map(({ path }) => path).filter((path) => !linked.has(path)),
    [],
  );
});

test('every npm script that the documents name exists', () => {
  const client = JSON.parse(readFileSync(join(project, 'fixtures/clients/typescript/package.json'), 'utf8'));
  for (const { path, text } of documents) {
    for (const [line, script] of text.matchAll(/npm run (?:-s )?([\w:-]+).*/g)) {
      const { scripts } = line.includes(' -w ') ? client : packageFile;
      assert.ok(Object.hasOwn(scripts, script), `${path}: ${line}`);
    }
  }
});

test('the documents name no URL except on 127.0.0.1', () => {
  for (const { path, text } of documents) {
    for (const [address] of text.matchAll(/https?:\/\/[^\s`"']*/g)) {
      assert.match(address, /^http:\/\/127\.0\.0\.1:\d+/, path);
    }
    assert.doesNotMatch(text, /(?<![\w.])\/(?:work|root|tmp|Users)\//, path);
  }
});
