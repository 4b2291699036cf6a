// Texts that many records have, each once: a record has their numbers. Names mostly are a text that many have and a number
// of their own, such as request-17 and request-18.

import { type Packer, Unpacker } from './packed.ts';

/** What comes when there are so many stands in the records themselves: the table of a few is read for each of them. */
const TEXTS_MAX = 256;

/** Digits beyond a number of nine are part of a name's text. */
const NUMBER_MAX = 1e9;

/** Texts that the last names began with, one of a length (by these lowest bits of it). */
const LENGTH_BITS = 31;

const ZERO = '0'.charCodeAt(0);

export class TextTable {
  readonly #texts: string[] = [];
  readonly #numbers: Map<string, number> = new Map();
  /** The next name often begins as one before, and to look whether it does makes no new text. */
  readonly #starts: { readonly text: string; readonly number: number }[] = [];

  /** @throws Unreadable when these are not the bytes of a table */
  static unpack(bytes: Buffer): TextTable {
    const table = new TextTable();
    const from = new Unpacker(bytes);
    for (let left = from.count(TEXTS_MAX); left > 0; left--) table.#texts.push(from.text());
    return table;
  }

  /** The table itself. */
  packAll(packer: Packer): void {
    packer.number(this.#texts.length);
    for (const text of this.#texts) packer.text(text);
  }

  /** A text by its number, counted from 1, or 0 and itself. */
  pack(packer: Packer, text: string): void {
    const number = this.#numberOf(text);
    packer.number(number);
    if (number === 0) packer.text(text);
  }

  /** @throws Unreadable */
  unpack(from: Unpacker): string {
    const number = from.count(this.#texts.length);
    return number === 0 ? from.text() : this.#texts[number - 1];
  }

  /** The number at the end of a name, counted from 1, or 0 if there is none; then, as `pack`, what stands before. */
  packName(packer: Packer, name: string): void {
    let at = name.length;
    let number = 0;
    for (let worth = 1; at > 0 && worth < NUMBER_MAX; worth *= 10) {
      const digit = name.charCodeAt(at - 1) - ZERO;
      if (digit < 0 || digit > 9) break;
      number += digit * worth;
      at--;
    }
    // Zeros before a number are part of the text.
    while (at < name.length - 1 && name.charCodeAt(at) === ZERO) at++;
    if (at === name.length) {
      packer.number(0);
      this.pack(packer, name);
      return;
    }
    packer.number(1 + number);
    const start = this.#starts[at & LENGTH_BITS];
    if (start?.text.length === at && name.startsWith(start.text)) packer.number(start.number);
    else this.#packStart(packer, name.slice(0, at));
  }

  /** @throws Unreadable */
  unpackName(from: Unpacker): string {
    const number = from.number();
    const text = this.unpack(from);
    return number === 0 ? text : `${text}${number - 1}`;
  }

  #packStart(packer: Packer, text: string): void {
    this.pack(packer, text);
    const number = this.#numberOf(text);
    if (number > 0) this.#starts[text.length & LENGTH_BITS] = { text, number };
  }

  #numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    if (this.#texts.length === TEXTS_MAX) return 0;
    const number = this.#texts.push(text);
    this.#numbers.set(text, number);
    return number;
  }
}
