// esbuild plugin that removes parts of packages that the program never uses, to make starts faster.

/** Files whose exports are never used. */
const files = [
  // A client for pushing metrics, and metrics of the process.
  /\bprom-client\/lib\/(?:pushgateway|defaultMetrics)\.js$/,
  // Threads that write logs.
  /\bpino\/lib\/transport\.js$/,
];

/** Node modules to replace if `importer` imports them; `contents` has what the importer needs when it loads. */
const modules = [
  // Commands in separate programs.
  { name: 'node:child_process', importer: /\bcommander\/lib\/command\.js$/, contents: '' },
  { name: 'worker_threads', importer: /\bpino\/lib\/tools\.js$/, contents: 'exports.isMainThread = true;' },
  {
    name: 'assert',
    importer: /\bsonic-boom\/index\.js$/,
    contents: 'module.exports = (holds, message) => { if (!holds) throw new Error(message); };',
  },
  // The server does not support HTTP/2.
  {
    name: 'node:http2',
    importer: /@hono\/node-server\/dist\/index\.mjs$/,
    contents: 'exports.Http2ServerRequest = class {}; exports.constants = {};',
  },
];

export const unused = {
  name: 'unused',
  setup({ onLoad, onResolve }) {
    for (const filter of files) onLoad({ filter }, () => ({ contents: '', loader: 'js' }));
    for (const { name, importer, contents } of modules) {
      const filter = new RegExp(`^${name}$`);
      onResolve({ filter }, ({ path, importer: by }) =>
        importer.test(by) ? { path, namespace: 'unused' } : undefined,
      );
      onLoad({ filter, namespace: 'unused' }, () => ({ contents, loader: 'js' }));
    }
  },
};
