// A server in another process, until its standard input ends. It prints its address and its key as JSON.

import { start } from '../../src/library/start.ts';

const server = await start(JSON.parse(process.argv[2]));
process.stdout.write(`${JSON.stringify({ url: server.url, apiKey: server.apiKey })}\n`);
process.stdin.resume().once('end', () => void server.close());
