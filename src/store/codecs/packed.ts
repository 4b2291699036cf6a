// Packs numbers and strings into bytes, without loss (except that −0 becomes 0). Smaller numbers take fewer bytes.
//
// The code of a number n is 2n + 1 if n is a nonnegative integer, −2n if n is a negative integer, and otherwise 0, followed
// by the eight bytes of the float, little-endian. A code is written in groups of seven bits, the lowest first; the highest bit of a byte
// is set if more groups follow.

export const NUMBER_BYTES_MAX = 9;

/** Larger integers are written as floats. */
const WHOLE_MAX = 2 ** 51;
/** Largest integer whose code fits into 31 bits, which processors handle best. */
const SMALL_MAX = 2 ** 29 - 1;
const GROUPS_MAX = 8;

const FLOAT_BYTES = 8;

/** Writes a number into a large enough buffer. @returns the position of the next byte */
export function putNumber(bytes: Uint8Array, at: number, value: number): number {
  const whole = value | 0;
  if (whole !== value || whole > SMALL_MAX || whole < -SMALL_MAX) return putOther(bytes, at, value);
  return putSmall(bytes, at, whole < 0 ? -2 * whole : 2 * whole + 1);
}

function putSmall(bytes: Uint8Array, from: number, code: number): number {
  let at = from;
  let rest = code;
  for (; rest > 127; rest >>= 7) bytes[at++] = (rest & 127) | 128;
  bytes[at++] = rest;
  return at;
}

function putOther(bytes: Uint8Array, from: number, value: number): number {
  let at = from;
  if (value <= WHOLE_MAX && value >= -WHOLE_MAX && Math.floor(value) === value) {
    let rest = value < 0 ? -2 * value : 2 * value + 1;
    for (; rest > SMALL_MAX; rest = Math.floor(rest / 128)) bytes[at++] = (rest % 128) | 128;
    return putSmall(bytes, at, rest);
  }
  bytes[at++] = 0;
  viewOf(bytes).setFloat64(at, value, true);
  return at + FLOAT_BYTES;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

export class Packer {
  #bytes = new Uint8Array(1 << 12);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  number(value: number): void {
    this.#require(NUMBER_BYTES_MAX);
    this.#length = putNumber(this.#bytes, this.#length, value);
  }

  /** Writes at most `room` bytes: `put` gets the place of the first one, and returns the end. */
  within(room: number, put: (bytes: Uint8Array, at: number) => number): void {
    this.#require(room);
    this.#length = put(this.#bytes, this.#length);
  }

  /** The first `count` words. */
  numbers(words: Float64Array, count: number): void {
    this.#require(count * NUMBER_BYTES_MAX);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let i = 0; i < count; i++) at = putNumber(bytes, at, words[i]);
    this.#length = at;
  }

  /** Writes any string, even invalid Unicode: one byte per UTF-16 unit if all are ASCII, otherwise two bytes. */
  text(text: string): void {
    const { length } = text;
    this.#require(NUMBER_BYTES_MAX + 2 * length);
    const bytes = this.#bytes;
    let at = putNumber(bytes, this.#length, length);
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 127) {
        this.#wideText(text);
        return;
      }
      bytes[at++] = unit;
    }
    this.#length = at;
  }

  /** The written bytes; valid until the next write. */
  written(from = 0, to: number = this.#length): Buffer {
    return Buffer.from(this.#bytes.buffer, from, to - from);
  }

  bytes(bytes: Buffer): void {
    this.#require(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Starts over. Buffers returned by `written` stay valid until the next write. */
  clear(): void {
    this.#length = 0;
  }

  /** Two bytes per unit, marked by a negative length. */
  #wideText(text: string): void {
    let at = putNumber(this.#bytes, this.#length, -text.length);
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      this.#bytes[at++] = unit & 255;
      this.#bytes[at++] = unit >> 8;
    }
    this.#length = at;
  }

  #require(room: number): void {
    if (this.#length + room <= this.#bytes.length) return;
    const bytes = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + room));
    bytes.set(this.#bytes);
    this.#bytes = bytes;
  }
}

export class Unreadable extends Error {}

/** Reads packed bytes. Its methods throw Unreadable if the next bytes are not of the expected form. */
export class Unpacker {
  at: number;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** Number of unread bytes. */
  get left(): number {
    return this.#bytes.length - this.at;
  }

  number(): number {
    const byte = this.#bytes[this.at];
    if (byte < 128 && (byte & 1) === 1) {
      this.at++;
      return byte >> 1;
    }
    const code = this.#code();
    if (code === 0) return this.#float();
    return code % 2 === 0 ? -code / 2 : (code - 1) / 2;
  }

  /** An integer from 0 to `most`. */
  count(most: number): number {
    const count = this.number();
    if (count >= 0 && count <= most && Number.isInteger(count)) return count;
    throw new Unreadable(`${count} is not an integer from 0 to ${most}`);
  }

  numbers(count: number): Float64Array {
    const words = new Float64Array(count);
    for (let i = 0; i < count; i++) words[i] = this.number();
    return words;
  }

  text(): string {
    const length = this.number();
    const from = this.at;
    this.#pass(length < 0 ? -2 * length : length);
    return this.#bytes.toString(length < 0 ? 'utf16le' : 'latin1', from, this.at);
  }

  /** Fills bytes with the next ones. */
  copyTo(bytes: Uint8Array): void {
    const from = this.at;
    this.#pass(bytes.length);
    bytes.set(this.#bytes.subarray(from, this.at));
  }

  #code(): number {
    let code = 0;
    let worth = 1;
    for (let groups = 0; groups < GROUPS_MAX; groups++) {
      const byte = this.#bytes[this.at];
      this.#pass(1);
      if (byte < 128) return code + byte * worth;
      code += (byte - 128) * worth;
      worth *= 128;
    }
    throw new Unreadable(`the number before byte ${this.at} is too long`);
  }

  #float(): number {
    const from = this.at;
    this.#pass(FLOAT_BYTES);
    return viewOf(this.#bytes).getFloat64(from, true);
  }

  #pass(length: number): void {
    if (!(length <= this.left && Number.isInteger(length))) {
      throw new Unreadable(`there are ${this.left} bytes, not ${length}`);
    }
    this.at += length;
  }
}
