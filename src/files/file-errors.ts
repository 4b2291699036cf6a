// Explains errors of the operating system and of zlib for a file. Each explanation ends a sentence.

import { getSystemErrorMap } from 'node:util';

const bothErrors: Readonly<Record<string, string>> = {
  ENOTDIR: 'a part of its path is not a folder',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its links lead in a circle; give the file itself',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EIO: 'the disk reports a fault',
};

const readErrors: Readonly<Record<string, string>> = {
  ...bothErrors,
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder; give a file',
  EACCES: 'reading it is not allowed',
  EPERM: 'reading it is not allowed',
  Z_BUF_ERROR: 'its gzip data ends early; give the whole file',
  Z_DATA_ERROR: 'its gzip data is damaged; give a whole file',
};

const writeErrors: Readonly<Record<string, string>> = {
  ...bothErrors,
  ENOENT: 'its folder does not exist',
  EACCES: 'writing it is not allowed',
  EPERM: 'writing it is not allowed',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk space of this user is used up',
  EFBIG: 'the file would be too large',
  EISDIR: 'its name is that of a folder',
  EEXIST: 'there is a file of this name; give another name',
};

/** @param error of a file, or of `makeFolder` */
export function whyUnwritable(error: unknown): string {
  const { code, syscall } = error as NodeJS.ErrnoException;
  // makeFolder creates missing parents first, so none is missing.
  if (code === 'ENOENT' && syscall === 'mkdir') return 'the system creates no folder there';
  return explained(error, writeErrors);
}

export function whyUnreadable(error: unknown): string {
  return explained(error, readErrors);
}

/** Of an error without an explanation, the words of the system, without the name of its call. */
function explained(error: unknown, known: Readonly<Record<string, string>>): string {
  const { code = '', errno, message } = error as NodeJS.ErrnoException;
  const [, words] = errno === undefined ? [] : (getSystemErrorMap().get(errno) ?? []);
  return known[code] ?? words ?? message;
}
