// The timeline that instants are written by.

import type { World } from '../driver/world.ts';
import { Timeline } from '../wire/timestamps.ts';

/** The timeline of the world's scenario; an import brings another scenario. */
export function timelineOf(world: World): () => Timeline {
  let { start } = world.scenario;
  let timeline = new Timeline(start);
  return () => {
    if (world.scenario.start !== start) {
      start = world.scenario.start;
      timeline = new Timeline(start);
    }
    return timeline;
  };
}
