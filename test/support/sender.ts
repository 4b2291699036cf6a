// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its answers
type Data = Promise<any>;

/** What sends requests: in each way, it returns the data of a success, and fails if there is none. */
export abstract class Sender {
  abstract data(method: string, path: string, body?: unknown): Data;

  get(path: string): Data {
    return this.data('GET', path);
  }

  post(path: string, body?: unknown): Data {
    return this.data('POST', path, body);
  }

  put(path: string, body?: unknown): Data {
    return this.data('PUT', path, body);
  }

  delete(path: string, body?: unknown): Data {
    return this.data('DELETE', path, body);
  }

  /** Advances the simulated clock by a duration. */
  advance(by: string): Data {
    return this.post('/sim/clock/advance', { by });
  }
}
