// Types of the parts of autocannon that are used here; the package has none.

declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  export interface Request {
    method: string;
    path: string;
    body?: string;
    setupRequest?: (request: Request, context: { gprId?: string }) => Request;
  }

  export interface Options {
    url: string;
    connections: number;
    amount: number;
    headers: Readonly<Record<string, string>>;
    requests: Request[];
    /** Called with the body of every answer; false counts as a mismatch. */
    verifyBody: (body: string) => boolean;
    sampleInt: number;
    /** Number of errors after which it stops. */
    bailout: number;
  }

  export interface Result {
    readonly '2xx': number;
    readonly non2xx: number;
    readonly errors: number;
    readonly mismatches: number;
  }

  function autocannon(options: Options, done: (error: Error | null, result: Result) => void): EventEmitter;

  export default autocannon;
}
