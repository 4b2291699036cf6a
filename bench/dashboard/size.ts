// Measures the script and the styles of the dashboard as the server sends them to a browser.

import { get } from 'node:http';
import type { Row } from '../measuring/row.ts';
import { Subject } from '../server/subject.ts';

const FILES = ['page.js', 'page.css'];
const LIMIT_BYTES = 100_000;

export async function sizeRow(): Promise<Row> {
  const subject = await Subject.serve(['quiet', '--paused', '--db', ':memory:']);
  try {
    const sizes = await Promise.all(FILES.map((name) => sentBytes(`${subject.url}/dashboard/${name}`)));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    return {
      name: 'dashboard size',
      value: bytes / 1000,
      reference: LIMIT_BYTES / 1000,
      unit: 'kB',
      ratioOf: 'script and styles, gzip ÷ limit',
      ratio: bytes / LIMIT_BYTES,
      spread: 0,
      notes: Object.fromEntries(FILES.map((name, i) => [`${name} bytes`, sizes[i]])),
    };
  } finally {
    await subject.stop();
  }
}

/** The length of the body of an answer, as it is sent. @throws Error unless the answer is compressed with gzip */
function sentBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      const encoding = response.headers['content-encoding'];
      if (response.statusCode !== 200 || encoding !== 'gzip')
        reject(new Error(`${url} answered ${response.statusCode}, with the encoding ${encoding}`));
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.once('end', () => resolve(bytes));
    }).once('error', reject);
  });
}
