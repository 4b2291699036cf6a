/** A file name as a word of a command. */
export function fileWord(file: string): string {
  return shellWord(fileName(file));
}

/** A file name that no command reads as a flag, because of a leading dash. */
export function fileName(file: string): string {
  return file.startsWith('-') ? `./${file}` : file;
}

/** A text as one word for a shell, in quotes if needed. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
