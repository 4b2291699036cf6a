// Streams the clock to one reader: whenever something has changed, and when the stream begins.

import type { Context } from 'hono';
import type { Caller } from '../../frame/access/roles.ts';
import type { Service } from '../../frame/operation/service.ts';
import { reading } from '../shared/clock-answer.ts';
import { streamEvents } from '../shared/event-stream.ts';

/** Least real time between two events. */
const PAUSE_MS = 250;

export function streamClock(caller: Caller, service: Service, context: Context): Response {
  const { world, onChange } = service;
  let isNew = true;
  const streamed = {
    begin: '',
    next() {
      const text = isNew ? `data: ${JSON.stringify(reading(world.clock(), service.timeline))}\n\n` : '';
      isNew = false;
      return { text, more: false };
    },
    follow(wake: () => void) {
      const note = () => {
        isNew = true;
        wake();
      };
      const unfollow = world.onFacts(note);
      onChange.add(note);
      return () => {
        unfollow();
        onChange.delete(note);
      };
    },
    pauseMs: PAUSE_MS,
  };
  return streamEvents(streamed, caller, service, context);
}
