// Parts of packages that the program never uses, and that would cost every start time.

/** Files whose exports nobody asks for. */
const files = [
  // A server to push metrics to, and metrics of the process itself.
  /\bprom-client\/lib\/(?:pushgateway|defaultMetrics)\.js$/,
  // Logs that are written by threads.
  /\bpino\/lib\/transport\.js$/,
];

/** Modules of Node, by who imports them, with as much of each as must be there. */
const modules = [
  // Commands that are programs of their own.
  { name: 'node:child_process', importer: /\bcommander\/lib\/command\.js$/, contents: '' },
  { name: 'worker_threads', importer: /\bpino\/lib\/tools\.js$/, contents: 'exports.isMainThread = true;' },
  {
    name: 'assert',
    importer: /\bsonic-boom\/index\.js$/,
    contents: 'module.exports = (holds, message) => { if (!holds) throw new Error(message); };',
  },
  // HTTP/2, which the server does not speak.
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
