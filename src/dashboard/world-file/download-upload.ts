// Sends and receives the file of a world, with progress.

import type { ImportAnswer } from '../../api/sim/answers.ts';
import { saveFile } from '../page/acting/save-file.ts';
import { validToken } from '../session/key-session.ts';
import { problemsOf, Refusal, send } from '../session/server-call.ts';

/**
 * Receives the export, and gives it to the browser as a download. Returns the name of the file.
 * @param received called with the number of bytes so far, and of the file
 * @throws Refusal; TypeError; AbortError
 */
export async function download(
  received: (bytes: number, ofBytes: number) => void,
  end: AbortSignal,
): Promise<string> {
  const response = await send('GET', 'sim/export', undefined, end);
  if (!response.ok) throw new Refusal(response.status, (await response.json()).message);
  const ofBytes = Number(response.headers.get('Content-Length'));
  let bytes = 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.length;
      received(bytes, ofBytes);
      controller.enqueue(chunk);
    },
  });
  const file = await new Response(response.body!.pipeThrough(counter)).blob();
  const disposition = response.headers.get('Content-Disposition') ?? '';
  const name = /filename="([^"]*)"/.exec(disposition)?.[1] ?? 'world.gprsim';
  saveFile(file, name);
  return name;
}

/**
 * Sends a file to import. Only this kind of request reports the progress of an upload.
 * @param sent called with the share of the file, 0 to 1
 * @throws Refusal; TypeError; AbortError
 */
export async function upload(
  file: File,
  sent: (share: number) => void,
  end: AbortSignal,
): Promise<ImportAnswer> {
  const token = await validToken();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', 'sim/import');
    request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => sent(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      const { status, response } = request;
      if (status === 200) resolve(response.data);
      else reject(new Refusal(status, response?.message ?? '', problemsOf(response?.error?.data)));
    };
    request.onerror = () => reject(new TypeError('The server cannot be reached.'));
    request.onabort = () => reject(new DOMException('cancelled', 'AbortError'));
    end.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** `3.2 MB` */
export function sizeOf(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
