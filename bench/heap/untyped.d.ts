// Types of the used parts of packages that have none.

declare module 'js-priority-queue' {
  export default class PriorityQueue<T> {
    constructor(options: { comparator: (a: T, b: T) => number });
    readonly length: number;
    queue(value: T): void;
    dequeue(): T;
  }
}

declare module 'qheap' {
  export default class Heap<T> {
    constructor(options: { comparBefore: (a: T, b: T) => boolean; size?: number });
    push(value: T): void;
    pop(): T | undefined;
  }
}
