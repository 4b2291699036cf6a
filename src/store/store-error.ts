/** What is stored, or is to be, cannot be used; the message says what, why, and what to do. */
export class StoreError extends Error {}
