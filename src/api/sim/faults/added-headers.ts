// The headers that a fault adds to an answer.

import * as v from 'valibot';
import { noList } from '../../../wire/text/no-list.ts';
import { simFaultHeader, simTimeHeader } from '../../frame/answers/envelope.ts';
import { string } from '../../frame/answers/shapes.ts';
import { must } from '../../frame/errors/problems.ts';
import type { Wrong } from '../../frame/request/requirements.ts';

const headersMax = 50;
const valueLengthMax = 1000;

const aName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const aValue = /^[\t\x20-\x7e]*$/;

/** Headers about the connection and the length of the body, which a client could not parse, and those of the simulator. */
const kept = [
  'connection',
  'content-length',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  ...[simFaultHeader, simTimeHeader].map((name) => name.toLowerCase()),
];

/** An object of header names and values. `wrongHeaders` checks the names. */
export function addedHeaders() {
  const value = v.pipe(
    v.string(must('a string')),
    v.maxLength(valueLengthMax, must(`at most ${valueLengthMax} characters long`)),
    v.regex(aValue, must('a text of printable ASCII characters')),
  );
  return noList(
    v.pipe(
      v.record(string, value, must('an object')),
      v.maxEntries(headersMax, `must have at most ${headersMax} headers`),
    ),
  );
}

/** The problems of the names, also if values are wrong. */
export function wrongHeaders(headers: unknown): Wrong[] {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return [];
  return Object.keys(headers).flatMap((name) => {
    const message = whyNoHeader(name);
    return message === undefined ? [] : [{ path: ['headers', name], message }];
  });
}

function whyNoHeader(name: string): string | undefined {
  if (!aName.test(name)) return 'must have the name of a header, such as Retry-After';
  return kept.includes(name.toLowerCase())
    ? 'must be left out, because the server sets this header'
    : undefined;
}
