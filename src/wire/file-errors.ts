// What the operating system says of a file, as the rest of a sentence.

const said: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
  EACCES: 'reading it is not allowed',
  EPERM: 'reading it is not allowed',
  EMFILE: 'too many files are open',
};

/** Why a file could not be read. */
export function whyUnreadable(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return said[code] ?? message;
}
