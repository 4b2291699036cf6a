/** Whether the answer is still wanted: its client may have disconnected. */
export type IsWanted = () => boolean;
