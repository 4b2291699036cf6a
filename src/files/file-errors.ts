// Explains errors of the operating system for a file. Each explanation ends a sentence.

const readErrors: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'reading it is not allowed',
  EPERM: 'reading it is not allowed',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
};

const writeErrors: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  EACCES: 'writing it is not allowed',
  EPERM: 'writing it is not allowed',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  EISDIR: 'its name is that of a folder',
  ENOTDIR: 'a part of its path is not a folder',
  ENAMETOOLONG: 'the name is too long',
};

export function whyUnwritable(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return writeErrors[code] ?? message;
}

export function whyUnreadable(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return readErrors[code] ?? message;
}
