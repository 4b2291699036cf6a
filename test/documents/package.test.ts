// The documents of the package name files and commands that the package has, or state that they are those of a checkout.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { documents, project } from './documents.ts';

const { files } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { files: string[] };
const included = files.filter((file) => !file.startsWith('!'));
const named =
  /(?<![\w./-])(?:(?:src|sim|bench|test|fixtures|\.ci|\.github)\/[\w./-]*\w|npm (?:run [\w:]+|test))/g;

const isIncluded = (path: string) =>
  included.some((file) => path === file || path.startsWith(`${file}/`)) && !files.includes(`!${path}`);

for (const { path, text } of documents) {
  test(`${path} names only what the package has`, () => {
    const paragraphs = text.split(/\n\s*\n/);
    const isAboutCheckout = /checkout/.test(paragraphs[1] ?? '');
    const wrong = paragraphs.flatMap((paragraph, i) => {
      const around = paragraphs.slice(Math.max(0, i - 2), i + 1).join();
      if (isAboutCheckout || /checkout/.test(around)) return [];
      return (paragraph.match(named) ?? []).filter((name) => !isIncluded(name));
    });
    assert.deepEqual(wrong, []);
  });
}
