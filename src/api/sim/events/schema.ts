import * as v from 'valibot';
import { EVENT_KINDS } from '../../../driver/world.ts';
import {
  list,
  named,
  orNull,
  string,
  stringOrNull,
  strings,
  titled,
  whole,
  wholeOrNull,
} from '../../frame/answers/shapes.ts';
import { must } from '../../frame/errors/problems.ts';
import { only, optionalDuration, optionalInteger, queryList, text } from '../../frame/request/fields.ts';
import { windowEntries } from '../shared/chart-window.ts';

const eventsDefault = 100;
const eventsMax = 1000;

/** A position between events: numbers of facts and of changes of recorded estimates. */
const position = () => {
  const pattern = '^\\d{1,15}-\\d{1,15}$';
  const message = must('the "older" or the "newer" of an answer');
  return v.pipe(
    v.string(message),
    v.regex(new RegExp(pattern), message),
    v.metadata({ pattern }),
    v.transform((sent) => {
      const [facts, estimates] = sent.split('-').map(Number);
      return { facts: facts!, estimates: estimates! };
    }),
  );
};

export const listEventsRequest = only({
  gpr: v.optional(text()),
  node: v.optional(text()),
  workspace: v.optional(text()),
  kind: queryList(EVENT_KINDS),
  movedBy: optionalDuration({ zero: true }),
  from: windowEntries.from,
  to: windowEntries.to,
  before: v.optional(position()),
  after: v.optional(position()),
  limit: optionalInteger(eventsMax, eventsDefault),
});

const eventGpr = v.object({
  ...named,
});

const event = titled('Event', {
  seq: wholeOrNull,
  at: string,
  kind: v.picklist(EVENT_KINDS),
  fact: stringOrNull,
  text: string,
  gpr: orNull(eventGpr),
  by: orNull(eventGpr),
  workspace: stringOrNull,
  nodes: strings,
  clusters: strings,
  outcome: stringOrNull,
  detail: stringOrNull,
  repairAt: stringOrNull,
  estimate: orNull(v.object({ from: string, to: string })),
});

export const listEventsAnswer = v.object({
  branch: whole,
  now: string,
  events: list(event),
  older: stringOrNull,
  newer: string,
});

export type ListEventsAnswer = v.InferOutput<typeof listEventsAnswer>;
export type EventRecord = ListEventsAnswer['events'][number];
