import { FactTail } from '../../driver/fact-tail.ts';
import { readsOf } from '../../driver/reads.ts';
import { Recorder } from '../../driver/recorder.ts';
import { WorldFile } from '../../store/world-file.ts';
import { clip } from '../../wire/clip.ts';
import { fileWord } from '../../wire/shell-word.ts';
import { Timeline } from '../../wire/timestamps.ts';
import { badUsage, CommandFailure } from '../support/failure.ts';
import type { Output } from '../support/output.ts';
import { keptFile } from '../support/values.ts';

/** Real time. A server that is busy with a long replay answers late. */
const TIMEOUT_MS = 10_000;

/** Explains a GPR of a file, or of a server at a URL. */
export async function explain(from: string, gprId: string, output: Output): Promise<void> {
  if (/^https?:\/\//.test(from)) await explainRemote(from, gprId, output);
  else explainFile(from, gprId, output);
}

function explainFile(path: string, gprId: string, output: Output): void {
  const file = WorldFile.read(keptFile(path, 'explain'));
  try {
    const { simulation } = Recorder.resume(file);
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

async function explainRemote(url: string, gprId: string, output: Output): Promise<void> {
  const apiKey = process.env.GPRSIM_API_KEY;
  if (!URL.canParse(url)) throw badUsage(`${clip(url)} is not a URL; give one such as http://127.0.0.1:8080`);
  if (!apiKey) throw badUsage('GPRSIM_API_KEY is not set; explain needs an API key in it for a URL');
  const base = url.replace(/\/+$/, '');
  const { token } = (await ask(`${base}/api/v1/auth`, {
    method: 'POST',
    body: JSON.stringify({ apiKey }),
  })) as { token: string };
  const explained = (await ask(`${base}/sim/explain/${encodeURIComponent(gprId)}`, {
    headers: { authorization: `Bearer ${token}` },
  })) as Explanation;
  print(output, explained);
}

async function ask(url: string, init: RequestInit): Promise<unknown> {
  let body: { data: unknown; message?: string; statusCode?: number } | null;
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    body = (await response.json()) as typeof body;
  } catch (error) {
    throw new CommandFailure(`${url} does not answer as a gprsim server: ${whyNot(error as Error)}`);
  }
  if (body?.statusCode === 200) return body.data;
  if (body?.statusCode === undefined)
    throw new CommandFailure(`${url} is not a gprsim server: the response has no statusCode`);
  throw new CommandFailure(`${url} answers ${body.statusCode}: ${body.message}`);
}

/** The cause of an error of fetch, whose own message is only "fetch failed". */
function whyNot(error: Error): string {
  if (error.name === 'TimeoutError') return `no response after ${TIMEOUT_MS / 1000} s`;
  const cause = error.cause as NodeJS.ErrnoException | undefined;
  return cause?.message || cause?.code || error.message;
}

function print(output: Output, explanation: Explanation): void {
  const { gprId, state, sentence, estimatedStartTime, history } = explanation;
  output.data(explanation);
  output.text(`${gprId} (${state}) ${sentence}`);
  if (estimatedStartTime !== '') output.text(`estimated start: ${estimatedStartTime}`);
  for (const { at, what } of history) output.text(`  ${at}  ${what}`);
}
