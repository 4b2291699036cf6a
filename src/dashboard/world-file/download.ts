import { saveFile } from '../page/acting/save-file.ts';
import { Refusal, send } from '../session/server-call.ts';

/**
 * Receives the export, and gives it to the browser as a download. Returns the name of the file.
 * @throws Refusal; TypeError; AbortError
 */
export async function download(end: AbortSignal): Promise<string> {
  const response = await send('GET', 'sim/export', undefined, end);
  if (!response.ok) throw new Refusal(response.status, (await response.json()).message);
  const disposition = response.headers.get('Content-Disposition') ?? '';
  const name = /filename="([^"]*)"/.exec(disposition)?.[1] ?? 'world.gprsim';
  saveFile(await response.blob(), name);
  return name;
}

/** `3.2 MB` */
export function sizeOf(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
