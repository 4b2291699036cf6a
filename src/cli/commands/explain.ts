import { FactTail } from '../../driver/fact-tail.ts';
import { readsOf } from '../../driver/reads.ts';
import { WorldFile } from '../../store/world-file.ts';
import { clip } from '../../wire/clip.ts';
import { fileWord } from '../../wire/shell-word.ts';
import { Timeline } from '../../wire/timestamps.ts';
import { badUsage } from '../support/failure.ts';
import type { Output } from '../support/output.ts';
import { resumed } from '../support/resumed.ts';
import { isUrl, type KeyFlags, serverSession } from '../support/sources.ts';
import { keptFile } from '../support/values.ts';

/** Explains a GPR of a file, or of a server at a URL. */
export async function explain(from: string, gprId: string, flags: KeyFlags, output: Output): Promise<void> {
  if (isUrl(from)) await explainRemote(from, gprId, flags, output);
  else await explainFile(from, gprId, output);
}

async function explainFile(path: string, gprId: string, output: Output): Promise<void> {
  const file = WorldFile.read(keptFile(path, 'explain'));
  try {
    const { simulation } = await resumed(file, output);
    const tail = new FactTail(file);
    const explained = readsOf(
      () => simulation,
      file,
      () => tail,
    ).explain(gprId);
    if (explained === undefined)
      throw badUsage(
        `unknown GPR ${JSON.stringify(clip(gprId))} in ${path}; gprsim gprs ${fileWord(path)} lists the GPRs`,
      );
    const timeline = new Timeline(simulation.scenario.start);
    const { history, ...rest } = explained;
    const startMs = rest.state === 'Queued' ? simulation.estimate(gprId).startMs : null;
    print(output, {
      ...rest,
      estimatedStartTime: timeline.isoOrEmpty(startMs),
      history: history.map(({ atMs, what }) => ({ at: timeline.iso(atMs), what })),
    });
  } finally {
    file.close();
  }
}

/** The data of a response to GET /sim/explain. */
interface Explanation {
  readonly gprId: string;
  readonly state: string;
  readonly sentence: string;
  /** ISO 8601; '' if no start is foreseen. */
  readonly estimatedStartTime: string;
  readonly history: readonly { readonly at: string; readonly what: string }[];
}

async function explainRemote(url: string, gprId: string, flags: KeyFlags, output: Output): Promise<void> {
  const session = serverSession(url, flags, 'explain');
  print(output, await session.call<Explanation>('GET', `/sim/explain/${encodeURIComponent(gprId)}`));
}

function print(output: Output, explanation: Explanation): void {
  const { gprId, state, sentence, estimatedStartTime, history } = explanation;
  output.data(explanation);
  output.text(`${gprId} (${state}) ${sentence}`);
  if (estimatedStartTime !== '') output.text(`estimated start: ${estimatedStartTime}`);
  for (const { at, what } of history) output.text(`  ${at}  ${what}`);
}
