// After rewinds and restarts, every answer about a branch is, byte for byte, that of a new process in which only the commands of
// this branch entered. Numbers that name the branch differ.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { inFolder } from '../../support/folder.ts';
import { asyncProperty } from '../../support/property.ts';
import { Life } from './life.ts';
import { readings, requestOf } from './reads.ts';
import { beginning, drawn, scenarioWith } from './worlds.ts';

const unnumbered = (text: string) =>
  text.replace(/"(branch|workspaceCreation)":\d+/g, '"$1":0').replace(/("seq":)"\d+-/g, '$1"0-');

asyncProperty('a branch answers like a world that had only its commands', 15, drawn, (world) =>
  inFolder(async (folder) => {
    const { queue, workspaceLimit, steps, choices } = world;
    const choose = (count: number) => (choices.next().value as number) % count;
    const life = new Life(join(folder, 'world.gprsim'), scenarioWith(queue, workspaceLimit));
    let compared = false;
    const compare = async () => {
      const alone = await life.alone();
      try {
        const gprs = life.gprs();
        for (const reading of readings) {
          const request = requestOf(reading, gprs, choose);
          const [own, other] = [await life.session.send('GET', request), await alone.send('GET', request)];
          assert.deepEqual(
            { ...own, text: unnumbered(own.text) },
            { ...other, text: unnumbered(other.text) },
            request,
          );
        }
      } finally {
        await alone.close();
      }
      compared = true;
    };
    try {
      for (const step of [...beginning, ...steps]) {
        await life.take(step);
        if (step.do === 'rewind') await compare();
      }
      await compare();
      assert.ok(compared);
    } finally {
      await life.session.close();
    }
  }),
);
