// Small recorded traces: a log of a batch machine, and pods that share GPUs.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PODS = 240;

/** 200 jobs on 16 processors, a minute apart, of which some ask for twice their run time. Job 1 has all processors for an hour. */
export function logOf(jobs: number): string {
  const line = (number: number) => {
    const isFirst = number === 1;
    const run = isFirst ? 3600 : 60 * (1 + ((number * 7) % 11));
    const requested = isFirst ? 3600 : run * (1 + (number % 2));
    const processors = isFirst ? 16 : 1 + ((number * 5) % 12);
    const fields = [number, number * 60, 0, run, processors, -1, -1, processors, requested, -1, 1];
    return [...fields, 1 + (number % 3), 1, 1, 1, 1, -1, -1].join(' ');
  };
  return ['; MaxProcs: 16', ...Array.from({ length: jobs }, (_, i) => line(i + 1)), ''].join('\n');
}

/** Pods, a minute apart, on 14 GPUs of two models: shares, whole GPUs, and CPU alone. */
export function writeTrace(folder: string): void {
  const nodes = [
    'n0,16000,64000,2,P100',
    'n1,32000,128000,4,T4',
    'n2,32000,128000,4,T4',
    'n3,32000,96000,4,P100',
  ];
  const pods = Array.from({ length: PODS }, (_, i) => {
    const gpus = [1, 1, 1, 0, 2, 1, 4][i % 7];
    const milli = gpus === 1 ? [250, 500, 1000, 300][i % 4] : 1000 * Math.sign(gpus);
    const spec = i % 5 === 0 && gpus > 0 ? 'T4' : '';
    const created = 60 * i;
    const started = created + 5;
    const ran = 60 * (5 + ((i * 37) % 90));
    const qos = ['LS', 'BE', 'Guaranteed', 'Burstable'][i % 4];
    const cpu = 1000 * (1 + (i % 4));
    const row = [`pod-${i}`, cpu, 2 * cpu, gpus, milli, spec, qos, 'Succeeded'];
    return [...row, created, started + ran, started].join();
  });
  const podHeader =
    'name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time';
  writeFileSync(join(folder, 'nodes.csv'), ['sn,cpu_milli,memory_mib,gpu,model', ...nodes, ''].join('\n'));
  writeFileSync(join(folder, 'pods.csv'), [podHeader, ...pods, ''].join('\n'));
}
