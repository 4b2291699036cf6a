/** A file cannot be read or written. The message names the file, the cause, and the remedy. */
export class StoreError extends Error {}

/** Another process has the file open. */
export class FileInUse extends StoreError {}

/** The path does not name a gprsim file. */
export class WrongFile extends StoreError {}
