import * as v from 'valibot';
import { EVENT_KINDS } from '../../../driver/world.ts';
import { whole } from '../../frame/answers/whole.ts';
import { must } from '../../frame/errors/problems.ts';
import { only, optionalDuration, queryInteger, queryList, text } from '../../frame/request/fields.ts';
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
  limit: v.optional(queryInteger(eventsMax), String(eventsDefault)),
});

const eventGpr = v.object({
  gprId: v.nullable(v.string()),
  gprName: v.nullable(v.string()),
  workspace: v.nullable(v.string()),
});

const event = v.pipe(
  v.object({
    seq: v.nullable(whole),
    at: v.string(),
    kind: v.picklist(EVENT_KINDS),
    fact: v.nullable(v.string()),
    text: v.string(),
    gpr: v.nullable(eventGpr),
    by: v.nullable(eventGpr),
    workspace: v.nullable(v.string()),
    nodes: v.array(v.string()),
    clusters: v.array(v.string()),
    outcome: v.nullable(v.string()),
    detail: v.nullable(v.string()),
    repairAt: v.nullable(v.string()),
    estimate: v.nullable(v.object({ from: v.string(), to: v.string() })),
  }),
  v.title('Event'),
);

export const listEventsAnswer = v.object({
  branch: whole,
  now: v.string(),
  events: v.array(event),
  older: v.nullable(v.string()),
  newer: v.string(),
});

export type ListEventsAnswer = v.InferOutput<typeof listEventsAnswer>;
export type EventRecord = ListEventsAnswer['events'][number];
