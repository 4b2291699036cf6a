// Node loads its fetch classes together with an HTTP client, which takes a sixth of every start. The program uses
// stand-ins that load the real class only when an instance is created. The server rarely creates one, because it answers
// with subclasses.

const names = ['Headers', 'Request', 'Response'];

/** esbuild's `define`: an expression in the sources → its replacement in the program. */
export const define = {
  ...Object.fromEntries(
    names.flatMap((name) => [name, `globalThis.${name}`].map((used) => [used, `fetchClasses.${name}`])),
  ),
  // The server reads the classes from `global` and replaces them there.
  global: 'fetchClasses',
  // It loads the same client. Only a WebSocket helper uses it, which the program never calls.
  'globalThis.CloseEvent': 'undefined',
};

export const source = `const fetchClasses = (${standIns})(${JSON.stringify(names)});`;

/** Must not refer to anything outside this function, because `source` contains its text. */
function standIns(names) {
  const property = (value) => ({ value, writable: true, configurable: true });
  return Object.create(globalThis, Object.fromEntries(names.map((name) => [name, property(standIn(name))])));

  function standIn(name) {
    let real;
    const load = () => {
      if (real === undefined) {
        real = globalThis[name];
        Object.setPrototypeOf(StandIn, real);
        Object.setPrototypeOf(StandIn.prototype, real.prototype);
      }
      return real;
    };
    class StandIn {
      constructor(...args) {
        load();
        // biome-ignore lint/correctness/noConstructorReturn: `new` returns an instance of the real class
        return Reflect.construct(real, args, new.target === StandIn ? real : new.target);
      }
    }
    Object.defineProperty(StandIn, Symbol.hasInstance, {
      value(candidate) {
        if (Function.prototype[Symbol.hasInstance].call(this, candidate)) return true;
        // Check the name first, to avoid loading the class.
        const isNamedSo = Object.prototype.toString.call(candidate) === `[object ${name}]`;
        return this === StandIn && isNamedSo && candidate instanceof load();
      },
    });
    return StandIn;
  }
}
