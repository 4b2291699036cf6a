import type { Command } from 'commander';
import type { ExplanationAnswer } from '../../../api/sim/answers.ts';
import { visible } from '../../../looks/visible.ts';
import { counted } from '../../../wire/text/counted.ts';
import { inUnit } from '../../../wire/text/unit.ts';
import { addModules, at, keyFile } from '../../support/flags.ts';
import type { Output } from '../../support/output/output.ts';
import { gprIdOf } from '../../support/sources/gpr-id.ts';
import type { Session } from '../../support/sources/session.ts';
import { type SourceFlags, withSource } from '../../support/sources/sources.ts';
import { unitOfWorld } from '../../support/sources/world-unit.ts';

type Victims = NonNullable<ExplanationAnswer['victims']>;
type Waiting = NonNullable<ExplanationAnswer['waiting']>;

/** Explains a GPR of a file, or of a server at a URL. @param gpr an id, the beginning of one, or a name */
export async function explain(from: string, gpr: string, flags: SourceFlags, output: Output): Promise<void> {
  const read = async (session: Session) => {
    const gprId = await gprIdOf(session, gpr, flags.at);
    // A long life, or a forecast by the engine, takes long.
    const path = `/sim/explain/${encodeURIComponent(gprId)}`;
    const explanation = await session.call<ExplanationAnswer>('GET', path, undefined, true);
    return { explanation, unit: await unitOfWorld(session) };
  };
  const { explanation, unit } = await withSource(from, flags, 'explain', read, output);
  output.data(explanation);
  print({ text: (line) => output.text(inUnit(line, unit)) }, explanation);
}

type Lines = Pick<Output, 'text'>;

function print(output: Lines, explanation: ExplanationAnswer): void {
  const { gprId, state, sentence, estimatedStartTime, history, historyComplete, victims } = explanation;
  const { waiting, waitsFor, plannedEndTime, next, lost, workspaceLimit } = explanation;
  output.text(`${gprId} (${state}) ${sentence}`);
  if (estimatedStartTime !== '')
    output.text(
      `if nothing else happens, it starts at ${estimatedStartTime}; gprsim forecast shows when it likely starts`,
    );
  if (waitsFor !== null) output.text(`waits for: ${targetOf(waitsFor)}`);
  if (plannedEndTime !== '')
    output.text(`if nothing else happens, it holds its GPUs until ${plannedEndTime}`);
  if (next !== null) output.text(`next on its nodes: ${gprOf(next)}, ${next.startTime}`);
  if (waiting !== null) printWaiting(output, waiting);
  if (workspaceLimit !== null) output.text(limitLine(workspaceLimit));
  if (lost !== null) output.text(`It ${lost.sentence}.`);
  for (const { at, what } of history) output.text(`  ${at}  ${what}`);
  output.text(
    historyComplete
      ? 'The history is complete.'
      : 'The history is not complete: the life of this GPR is too long to read and list all of it.',
  );
  if (victims !== null && victims.total > 0) printVictims(output, victims);
}

function targetOf(target: NonNullable<ExplanationAnswer['waitsFor']>): string {
  if (target.kind === 'node') return target.name;
  const nodes = target.nodes.length === 0 ? '' : ` on ${target.nodes.map(visible).join(', ')}`;
  return `${gprOf(target)}${nodes}`;
}

function gprOf({ gprId, gprName }: { gprId: string | null; gprName: string | null }): string {
  if (gprId === null) return 'a GPR of another workspace';
  return gprName === null ? gprId : `${gprId} (${visible(gprName)})`;
}

function printWaiting(output: Lines, { ahead, makesRoom, noStartBecause }: Waiting): void {
  if (noStartBecause !== '') output.text(`no estimated start: ${noStartBecause}`);
  output.text(`ahead of it in its ${ahead.of}: ${counted(ahead.total, 'GPR')}`);
  for (const { gprId, gprName, workspace, priority } of ahead.first)
    output.text(`  ${gprId}  ${visible(gprName)} (${visible(workspace)}), priority ${priority}`);
  const more = ahead.total - ahead.first.length;
  if (more > 0) output.text(`  and ${more} more`);
  if (makesRoom.total === 0) return;
  output.text('what makes room for it:');
  const earlier = makesRoom.total - makesRoom.latest.length;
  if (earlier > 0) output.text(`  ${counted(earlier, 'earlier event')}`);
  for (const event of makesRoom.latest) output.text(`  ${event.at}  ${roomLine(event)}`);
}

function roomLine(event: Waiting['makesRoom']['latest'][number]): string {
  const { cause, gprId, gprName, workspace, node, gpus, opensWorkspace } = event;
  const name = gprName === null ? '' : ` (${visible(workspace ?? '')}; ${visible(gprName)})`;
  const who = node === null ? `${gprId ?? 'a GPR that a burst will make'}${name}` : `${node}`;
  const what = [
    ...(gpus > 0 ? [`frees ${counted(gpus!, 'GPU')}`] : []),
    ...(opensWorkspace ? ['makes it the next of its workspace'] : []),
  ];
  return `${who}: ${cause}; ${what.join(', ')}`;
}

function limitLine({ gprs, holder, waits }: NonNullable<ExplanationAnswer['workspaceLimit']>): string {
  if (gprs === null) return 'workspace limit: none';
  const held = holder === null ? 'no GPR holds GPUs' : `${holder} holds GPUs`;
  return `workspace limit: one provisioned GPR; ${held}${waits ? '; this GPR waits because of the limit' : ''}`;
}

function printVictims(output: Lines, { total, complete, latest }: Victims): void {
  output.text(`evicted ${complete ? '' : 'at least '}${counted(total, 'GPR')}:`);
  for (const { at, gprId, gprName, workspace, gpus, outcome } of latest) {
    const name = gprName === null ? 'deleted since' : `${visible(gprName)}, ${counted(gpus!, 'GPU')}`;
    output.text(`  ${at}  ${gprId} (${visible(workspace)}; ${name}): ${outcome}`);
  }
  const more = total - latest.length;
  if (more > 0) output.text(`  and ${more} more before`);
}

export function declare(command: Command, output: Output): void {
  addModules(command, output)
    .addOption(keyFile())
    .addOption(at())
    .action((from, gpr, flags) => explain(from, gpr, flags, output));
}
