/** What is stored, or is to be, cannot be used; the message says what, why, and what to do. */
export class StoreError extends Error {}

/** Another process has the file. */
export class FileInUse extends StoreError {}

/** A path that names no file of gprsim: another path would be right. */
export class WrongFile extends StoreError {}
