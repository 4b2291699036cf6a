// Journeys: lists of requests in one world, with what their answers must have. fixtures/journeys/README.md has their form.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Answer } from '../http/client.ts';
import type { Sent } from './exchange.ts';
import { differences } from './match.ts';
import { Player, type ServerOptions } from './player.ts';

export const root = fileURLToPath(new URL('../../fixtures/journeys/', import.meta.url));

type Members = Readonly<Record<string, unknown>>;

interface Call {
  readonly at: string;
  readonly as: string;
  readonly sent: Sent;
  status: number;
  readonly checks: ((answer: Answer, player: Player) => readonly string[])[];
}

export interface Journey {
  readonly title: string;
  readonly world: string;
  readonly server: ServerOptions;
  readonly calls: Call[];
}

/** A line that opens a value goes on to the line that closes it. */
export const STATEMENT = /^( *)(\S.*[{[]\n(?:\1 .*\n)+\1[\]}]|\S.*)$/gm;

export function journeyFiles(): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.http'))
    .sort();
}

/** Reads the lines of a file. */
class Reader {
  readonly journeys: Journey[] = [];
  readonly #shared = new Map<string, Members>();
  #as = 'Owner';

  /** Each form of a statement, with what it does. */
  readonly forms: readonly [RegExp, (at: string, ...parts: string[]) => unknown][] = [
    [/^# /, () => {}],
    [/^@([\w-]+) = ([\s\S]+)$/, (_, name, value) => this.#shared.set(`@${name}`, JSON.parse(value!))],
    [
      /^### (.+)$/,
      (_, title) => {
        this.#as = 'Owner';
        this.journeys.push({ title: title!, world: 'plain', server: {}, calls: [] });
      },
    ],
    [/^world (\S+)$/, (_, world) => Object.assign(this.journeys.at(-1)!, { world })],
    [/^server (.+)$/, (_, options) => Object.assign(this.journeys.at(-1)!, { server: JSON.parse(options!) })],
    [
      /^as (.+)$/,
      (_, as) => {
        this.#as = as!;
      },
    ],
    [
      /^([A-Z]+) (\/\S*)(?: ([\s\S]+))?$/,
      (at, method, path, value) => {
        const body = value === undefined ? undefined : JSON.parse(value);
        const sent = typeof body === 'string' ? { text: body } : { body: this.#whole(body) };
        const call = {
          at,
          as: this.#as,
          sent: { method: method!, path: path!, ...sent },
          status: 200,
          checks: [],
        };
        this.journeys.at(-1)!.calls.push(call);
      },
    ],
    [
      /^(\d{3})(?: ([\s\S]+))?$/,
      (_, status, expected) => {
        this.#call.status = Number(status);
        const path = this.#call.status < 300 ? 'body.data' : 'body.message';
        if (expected !== undefined) this.#call.checks.push(check(path, expected));
      },
    ],
    [
      /^ {2}no (\S+)$/,
      (_, path) => this.#call.checks.push((answer) => differences(undefined, valueIn(answer, path!), path)),
    ],
    [
      /^ {2}without (.+)$/,
      (_, value) =>
        this.#call.checks.push((answer, { captures }) => {
          const text = captures.text(JSON.parse(value!));
          return JSON.stringify(answer.body).includes(text) ? [`contains ${text}`] : [];
        }),
    ],
    [
      /^ {2}header (\S+) = (.+)$/,
      (_, name, value) =>
        this.#call.checks.push((answer) => differences(JSON.parse(value!), answer.headers.get(name!), name)),
    ],
    [/^ {2}(\S+) [=~] ([\s\S]+)$/, (_, path, expected) => this.#call.checks.push(check(path!, expected!))],
  ];

  get #call(): Call {
    return this.journeys.at(-1)!.calls.at(-1)!;
  }

  /** A body in which `"..."` names a shared one, and `"-"` its members that this one lacks. */
  #whole(body: unknown): unknown {
    if (typeof body !== 'object' || body === null || !('...' in body)) return body;
    const { '...': name, '-': lacking = [], ...changes } = body as Members;
    const members = { ...this.#shared.get(String(name)), ...changes };
    return Object.fromEntries(
      Object.entries(members).filter(([key]) => !(lacking as string[]).includes(key)),
    );
  }
}

/** @throws Error that names the line that is wrong */
export function readJourneys(file: string): readonly Journey[] {
  const text = readFileSync(join(root, file), 'utf8');
  const reader = new Reader();
  for (const { 0: statement, index } of text.matchAll(STATEMENT)) {
    const at = `fixtures/journeys/${file}:${text.slice(0, index).split('\n').length}`;
    const form = reader.forms.find(([pattern]) => pattern.test(statement));
    if (form === undefined) throw new Error(`${at}: ${statement}`);
    form[1](at, ...form[0].exec(statement)!.slice(1));
  }
  return reader.journeys;
}

/** @param expected JSON, or /a regular expression/ */
function check(path: string, expected: string): Call['checks'][number] {
  const [, pattern, flags] = /^\/(.+)\/(\w*)$/.exec(expected) ?? [];
  if (pattern !== undefined) {
    const matching = new RegExp(pattern, flags);
    return (answer) =>
      matching.test(String(valueIn(answer, path))) ? [] : [`${path} does not match ${matching}`];
  }
  const value = JSON.parse(expected);
  return (answer, { captures }) => {
    const actual = valueIn(answer, path);
    captures.bind(value, actual);
    return differences(captures.fill(value), actual, path);
  };
}

function valueIn(answer: Answer, path: string): unknown {
  if (/^body\b/.test(path)) return at(answer, path);
  return at(
    answer.status < 300 ? answer.body.data : answer.body,
    path.replace(/^problem\b/, 'error.data(JSON).error'),
  );
}

/** `items[0].name`, `items[*].name` for the names of all items, `["a name"]`, and `(JSON)` for what a string encodes. */
export function at(value: unknown, path: string): unknown {
  if (path === '') return value;
  const [, key, index, name, rest] = /^(?:\.?([\w$-]+|\(JSON\))|\[(\d+|\*)\]|\["(.+?)"\])(.*)$/.exec(path)!;
  if (key === '(JSON)') return typeof value === 'string' ? at(JSON.parse(value), rest!) : undefined;
  if (index === '*') return Array.isArray(value) ? value.map((item) => at(item, rest!)) : undefined;
  return at((value as Members | null | undefined)?.[(key ?? index ?? name)!], rest!);
}

/** Returns the player, whose world has taken the journey. @throws Error with the differences between the answers and the expected ones */
export async function take({ world, server, calls }: Journey): Promise<Player> {
  const player = new Player(world, server);
  for (const { at, as, sent, status, checks } of calls) {
    const answer = await player.send(sent, as);
    const wrong = [
      ...differences(status, answer.status, 'HTTP status'),
      ...checks.flatMap((check) => check(answer, player)),
    ];
    if (wrong.length > 0)
      throw new Error([at, ...wrong, `answered: ${JSON.stringify(answer.body)}`].join('\n'));
  }
  return player;
}
