// What the states of a GPR mean, as in the glossary of the documents.

export const STATE_WORDS = {
  Queued: 'the GPR waits for GPUs',
  Provisioning: 'the GPR has GPUs, which are being prepared',
  Successful: 'the GPR runs',
  Complete: 'the GPR ended: its work was done, its exit duration was over, or it was released',
  TimedOut: 'the GPR ended, because it was idle for its idle time-out',
  Failed: 'the GPR ended, because it lost its GPUs or its provisioning failed',
} as const;
