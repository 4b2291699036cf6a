// Describes the machine, for reports of measurements.

import { cpus, totalmem } from 'node:os';

export interface Machine {
  readonly node: string;
  readonly platform: string;
  readonly cpu: string;
  readonly cpus: number;
  readonly memoryGb: number;
}

export function thisMachine(): Machine {
  // Some systems report no processors.
  const all = cpus();
  return {
    node: process.versions.node,
    platform: `${process.platform}-${process.arch}`,
    cpu: all[0]?.model.trim() ?? 'unknown',
    cpus: all.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
  };
}
