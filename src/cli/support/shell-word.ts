/** A file as a word of a command: one whose name begins like a flag is none. */
export function fileWord(file: string): string {
  return shellWord(file.startsWith('-') ? `./${file}` : file);
}

/** A text as a word that a shell takes for it: in quotes where that is needed. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
