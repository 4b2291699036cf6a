import type { ReadableWorld } from '../../../driver/world.ts';
import { Timeline } from '../../../wire/time/timestamps.ts';

/** Returns a function for the timeline of the world's current scenario, which an import can replace. */
export function timelineOf(world: ReadableWorld): () => Timeline {
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
