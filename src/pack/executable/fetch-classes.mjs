// Node loads its classes of fetch together with a whole HTTP client, which would be a sixth of every start. The program
// of the executable has others in their place, which load Node's when one is really made. The server hardly ever makes
// one: it answers with classes of its own that extend them.

const names = ['Headers', 'Request', 'Response'];

/** What the program says, and what it gets. */
export const define = {
  ...Object.fromEntries(
    names.flatMap((name) => [name, `globalThis.${name}`].map((said) => [said, `fetchClasses.${name}`])),
  ),
  // Where the server takes the classes from, and puts its own.
  global: 'fetchClasses',
  // It is of the same client, and asked for by a helper for WebSockets, which the program never calls.
  'globalThis.CloseEvent': 'undefined',
};

/** The source that stands before the program. */
export const source = `const fetchClasses = (${standIns})(${JSON.stringify(names)});`;

/** An object like `globalThis`, with stand-ins for its classes of these names. It is on its own once it is a source. */
export function standIns(names) {
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
        // biome-ignore lint/correctness/noConstructorReturn: what is made is a real one
        return Reflect.construct(real, args, new.target === StandIn ? real : new.target);
      }
    }
    Object.defineProperty(StandIn, Symbol.hasInstance, {
      value(candidate) {
        if (Function.prototype[Symbol.hasInstance].call(this, candidate)) return true;
        // Its name tells without loading.
        const isNamedSo = Object.prototype.toString.call(candidate) === `[object ${name}]`;
        return this === StandIn && isNamedSo && candidate instanceof load();
      },
    });
    return StandIn;
  }
}
