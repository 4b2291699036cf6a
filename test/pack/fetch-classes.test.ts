import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const module = pathToFileURL(resolve(import.meta.dirname, '../../src/pack/executable/fetch-classes.mjs'));

/** Returns the result of `script` in a new Node process, where the fetch classes are not loaded yet. */
function inFreshNode(script: string): unknown {
  const beginning = `
    import { source } from '${module}';
    const classes = new Function(source + ' return fetchClasses;')();
    const isLoaded = () => process.moduleLoadList.includes('NativeModule internal/deps/undici/undici');
  `;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', `${beginning} console.log(JSON.stringify(await (${script})()));`],
    { encoding: 'utf8', env: {} },
  );
  assert.equal(stderr, '');
  return JSON.parse(stdout);
}

test('extending the classes and instanceof do not load them', () => {
  const answers = inFreshNode(`() => {
    class Light extends classes.Response { constructor() { return Object.create(Light.prototype); } }
    const light = new Light();
    const isOne = ['headers', {}, null, new Map()].map((value) => value instanceof classes.Headers);
    return [light instanceof classes.Response, light instanceof classes.Request, ...isOne, isLoaded()];
  }`);
  assert.deepEqual(answers, [true, false, false, false, false, false, false]);
});

test('new loads the real class and returns an instance of it', () => {
  const answers = inFreshNode(`async () => {
    const made = new classes.Response('text', { status: 201, headers: { 'X-A': '1' } });
    const ofClass = [made instanceof Response, made instanceof classes.Response, made.constructor === Response];
    return [...ofClass, made.headers instanceof classes.Headers, made.headers.get('x-a'), made.status, await made.text(), isLoaded()];
  }`);
  assert.deepEqual(answers, [true, true, true, true, '1', 201, 'text', true]);
});

test('a subclass works as if it extended the real class', () => {
  const answers = inFreshNode(`async () => {
    class Own extends classes.Request {
      constructor(url, options) { super(url, { ...options, duplex: 'half' }); }
      get greeting() { return 'hello ' + this.method; }
    }
    const own = new Own('http://host/path', { method: 'POST', body: 'text' });
    const copied = new Request(own.clone());
    const ofClass = [own instanceof Own, own instanceof classes.Request, own instanceof Request, copied instanceof Own];
    return [...ofClass, own.greeting, own.url, await own.text(), await copied.text()];
  }`);
  assert.deepEqual(answers, [true, true, true, false, 'hello POST', 'http://host/path', 'text', 'text']);
});

test('instanceof recognizes instances of the real class', () => {
  const answers = inFreshNode(`() => {
    const made = [new Headers(), new Request('http://host/'), new Response()];
    return [classes.Headers, classes.Request, classes.Response].map((one) => made.map((value) => value instanceof one));
  }`);
  assert.deepEqual(answers, [
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ]);
});

test('a replaced class stays replaced, and the global class does not change', () => {
  const answers = inFreshNode(`() => {
    class Own extends classes.Response {}
    Object.defineProperty(classes, 'Response', { value: Own });
    return [classes.Response === Own, new Own('text') instanceof Response, Response.name, classes.WeakRef === WeakRef];
  }`);
  assert.deepEqual(answers, [true, true, 'Response', true]);
});
