// The world of a file, for a command that reads it. Without a usable snapshot, it is derived from the journal, which can take
// long.

import type { Recorder } from '../../../driver/commits/recorder.ts';
import { restarted } from '../../../driver/commits/restart.ts';
import type { WorldFile } from '../../../store/world-file.ts';
import type { Output } from '../output/output.ts';
import { LongWork } from '../process/long-work.ts';

/** @param check called with the number of events after each slice @throws CommandFailure on a signal */
export async function resumed(
  file: WorldFile,
  output: Output,
  check: (events: number) => void = () => {},
): Promise<Recorder> {
  const work = new LongWork(output);
  try {
    work.begin({ what: 'rebuilding', counts: 'events' });
    return await restarted(file, ({ events, simMs, done }) => {
      check(events);
      return work.show({ count: events, simMs, done });
    });
  } finally {
    work.end();
  }
}
