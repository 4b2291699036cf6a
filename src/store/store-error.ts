/** A file cannot be read or written. The message names the file, the cause, and the remedy. */
export class StoreError extends Error {}

export class FileInUse extends StoreError {}

export class WrongFile extends StoreError {}
