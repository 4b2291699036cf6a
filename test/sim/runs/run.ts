// Runs of the simulator as data: commands at instants, and what follows from them. fixtures/runs/README.md has their form.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { at as partOf, STATEMENT } from '../../exchanges/journey.ts';
import { durationIn, type Given, Stage } from './stage.ts';

const root = fileURLToPath(new URL('../../../fixtures/runs/', import.meta.url));

interface Line {
  readonly at: string;
  readonly text: string;
}

export interface Run {
  title: string;
  readonly lines: readonly Line[];
}

export function readRuns(): readonly Run[] {
  const files = readdirSync(root).filter((file) => file.endsWith('.run'));
  return files.sort().flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const lines = [...text.matchAll(STATEMENT)]
      .map(({ 0: statement, index }) => ({
        at: `fixtures/runs/${file}:${text.slice(0, index).split('\n').length}`,
        text: statement,
      }))
      .filter((line) => !line.text.startsWith('# '));
    const starts = lines.flatMap((line, i) => (line.text.startsWith('### ') ? [i] : []));
    return starts.flatMap((start, i) => {
      const title = `${file}: ${lines[start]!.text.slice(4)}`;
      return eachRow({ title, lines: lines.slice(start + 1, starts[i + 1]) });
    });
  });
}

/** A run that begins with `each`, once for each of its rows. */
function eachRow({ title, lines: [first, ...rest] }: Run): readonly Run[] {
  if (!first!.text.startsWith('each ')) return [{ title, lines: [first!, ...rest] }];
  const names = first!.text.split(' ').slice(1);
  const end = rest.findIndex(({ text }) => !text.startsWith(' '));
  return rest.slice(0, end).map((row) => {
    const values = row.text.trim().split(/ {2,}/);
    const filled = (text: string) => names.reduce((now, name, i) => now.replaceAll(name, values[i]!), text);
    return {
      title: `${title}: ${row.text.trim()}`,
      lines: rest.slice(end).map(({ at, text }) => ({ at, text: filled(text) })),
    };
  });
}

/** @throws Error that names the line whose expectation fails */
export function play({ lines }: Run): void {
  const stage = new Stage();
  let value: unknown;
  for (const { at, text } of lines) {
    try {
      if (text.startsWith(' ')) checkPart(value, stage.named(text));
      else value = taken(stage, text);
    } catch (error) {
      throw new Error(`${at}: ${text}\n${(error as Error).message}`);
    }
  }
}

/** Compares a part of a value: `  path = JSON`, or `  path ~ /regular expression/`. */
export function checkPart(value: unknown, text: string): void {
  const [, path = '', sign, right] = /^ +(?:(\S+) )?([=~]) ([\s\S]+)$/.exec(text)!;
  const part = partOf(value, path) ?? null;
  if (sign === '=') assert.deepEqual(part, withDurations(right!));
  else assert.match(String(part), new RegExp(right!.slice(1, -1)));
}

/** Does what a line states: `name = verb words {members}`, or `verb words = value`. */
function taken(stage: Stage, text: string): unknown {
  const form = /^(?:(\w+) = )?(\w\S*)((?: [^\s={]+)*)(?: (\{[\s\S]*\}))?(?: = ([\s\S]+))?$/.exec(text);
  if (form === null) throw new Error('is no line of a run');
  const [, name, verb, words, members = '{}', expected] = form;
  const result = stage.take(verb!, words!.split(' ').slice(1), json(stage, members) as Given);
  if (name !== undefined) stage.names.set(name, result as string);
  const value = JSON.parse(JSON.stringify(result ?? null));
  if (expected !== undefined) assert.deepEqual(value, json(stage, expected));
  return value;
}

function json(stage: Stage, text: string): unknown {
  return withDurations(stage.named(text));
}

function withDurations(text: string): unknown {
  return JSON.parse(text, (_, value) => durationIn(value));
}
