import { badUsage } from '../../../arguments/command-failure.ts';
import { keptFile } from '../../../arguments/values.ts';
import type { ExplanationAnswer } from '../../../control/answers.ts';
import { explanationAnswer } from '../../../control/resources/gprs/explanation.ts';
import { FactTail } from '../../../driver/commits/fact-tail.ts';
import { readsOf } from '../../../driver/reads/reads.ts';
import { fileWord } from '../../../files/shell-word.ts';
import { visible } from '../../../looks/visible.ts';
import { WorldFile } from '../../../store/world-file.ts';
import { clip } from '../../../wire/text/clip.ts';
import { Timeline } from '../../../wire/time/timestamps.ts';
import type { Output } from '../../support/output/output.ts';
import { storedOf } from '../../support/sources/resumed.ts';
import { isUrl, type SourceFlags, serverSession } from '../../support/sources/sources.ts';

type Victims = NonNullable<ExplanationAnswer['victims']>;

/** Explains a GPR of a file, or of a server at a URL. */
export async function explain(
  from: string,
  gprId: string,
  flags: SourceFlags,
  output: Output,
): Promise<void> {
  if (isUrl(from)) await explainRemote(from, gprId, flags, output);
  else await explainFile(from, gprId, flags, output);
}

async function explainFile(path: string, gprId: string, { at }: SourceFlags, output: Output): Promise<void> {
  const file = WorldFile.read(keptFile(path, 'explain'));
  try {
    const { simulation, past } = await storedOf(file, at, output);
    const tail = new FactTail(past);
    const explained = await readsOf(
      () => simulation,
      () => past,
      () => tail,
    ).explain(gprId, true);
    if (explained === undefined)
      throw badUsage(
        `unknown GPR ${JSON.stringify(clip(gprId))} in ${path}; gprsim gprs ${fileWord(path)} lists the GPRs`,
      );
    const startMs = explained.state === 'Queued' ? simulation.estimate(gprId).startMs : null;
    print(output, explanationAnswer(explained, startMs, new Timeline(simulation.scenario.start)));
  } finally {
    file.close();
  }
}

async function explainRemote(url: string, gprId: string, flags: SourceFlags, output: Output): Promise<void> {
  const session = serverSession(url, flags, 'explain');
  print(output, await session.call<ExplanationAnswer>('GET', `/sim/explain/${encodeURIComponent(gprId)}`));
}

function print(output: Output, explanation: ExplanationAnswer): void {
  const { gprId, state, sentence, estimatedStartTime, history, historyComplete, victims } = explanation;
  output.data(explanation);
  output.text(`${gprId} (${state}) ${sentence}`);
  if (estimatedStartTime !== '') output.text(`estimated start: ${estimatedStartTime}`);
  for (const { at, what } of history) output.text(`  ${at}  ${what}`);
  output.text(
    historyComplete
      ? 'The history is complete.'
      : 'The history is not complete: the life of this GPR is too long to read and list all of it.',
  );
  if (victims !== null && victims.total > 0) printVictims(output, victims);
}

function printVictims(output: Output, { total, complete, latest }: Victims): void {
  const count = total.toLocaleString('en-US');
  output.text(`evicted ${complete ? '' : 'at least '}${count} GPR${total === 1 ? '' : 's'}:`);
  for (const { at, gprId, gprName, workspace, gpus, outcome } of latest) {
    const name =
      gprName === null ? 'deleted since' : `${visible(gprName)}, ${gpus} GPU${gpus === 1 ? '' : 's'}`;
    output.text(`  ${at}  ${gprId} (${visible(workspace)}; ${name}): ${outcome}`);
  }
  const more = total - latest.length;
  if (more > 0) output.text(`  and ${more.toLocaleString('en-US')} more before`);
}
