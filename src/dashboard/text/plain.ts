// What the server objects to, as people read it.

import { shownAs } from './typed-instant.ts';

/** An entry: the member that it becomes, and what it is called on the page. */
interface Labelled {
  readonly name: string;
  readonly label: string;
}

/** What members of requests are called outside of forms. */
const ENTRIES: Readonly<Record<string, string>> = {
  by: 'Jump by',
  from: 'From',
  to: 'To',
  at: 'Instant',
  until: 'Until',
  knowing: 'Knowing',
  priorityFrom: 'Priority from',
  priorityTo: 'to',
};

/** Members by their labels, and instants and durations as the page takes and shows them. */
export function plain(message: string, fields: readonly Labelled[] = []): string {
  return message
    .replace(/^"changes\[\d+\]":? (is refused: )?/, '')
    .replace(/an ISO 8601 .*?(?=, but|$)/g, 'a time such as 22:00, 2026-01-06 22:00 or in 2h')
    .replace(/0d0h5m(, 2h30m)?( or six digits DDHHMM)?/, '2h30m')
    .replace(/ unless enableAutoGpu.*/, '')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, shownAs)
    .replace(/"([\w.]+)"|\b[a-z]+[A-Z]\w*/g, (word, quoted = word) => {
      const label =
        fields.find(({ name }) => name.toLowerCase() === quoted.toLowerCase())?.label ?? ENTRIES[quoted];
      return label === undefined ? word : `“${label}”`;
    });
}

/** The same as a sentence. */
export function sentence(message: string, fields?: readonly Labelled[]): string {
  const text = plain(message, fields);
  return `${capital(text)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

/** Problems as sentences. */
export function sentences(
  problems: readonly { readonly message: string }[],
  fields?: readonly Labelled[],
): string {
  return problems.map(({ message }) => sentence(message, fields)).join(' ');
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
