// Counts instructions per GPR, and the size of their code, with callgrind. The counts do not depend on the load of the
// machine. Without callgrind, the benchmark is skipped.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Entry, Row } from '../measuring/row.ts';
import { COUNT } from './count.ts';
import { program } from './program.packed.ts';

const LINE_BYTES = 64;
/** Code is hot if it runs at least once per this number of GPRs. */
const HOT = 10;

interface Counted {
  readonly instructions: number;
  readonly hotBytes: number;
}

export const code: Entry = async () => {
  if (spawnSync('callgrind_control', ['--version']).status !== 0) {
    console.error('instructions are not counted: callgrind is not installed');
    return [];
  }
  const engine = counted('engine');
  const bare = counted('bare');
  const of = (name: string, unit: string, of: (counted: Counted) => number): Row => ({
    name,
    value: of(engine),
    reference: of(bare),
    unit,
    ratioOf: 'engine ÷ bare loop',
    ratio: of(engine) / of(bare),
    spread: 0,
    notes: {},
  });
  return [
    of('engine instructions', 'instructions/GPR', ({ instructions }) => instructions / COUNT),
    of('engine hot code', 'KiB', ({ hotBytes }) => hotBytes / 1024),
  ];
};

function counted(what: string): Counted {
  const folder = mkdtempSync(join(tmpdir(), 'gprsim-bench-'));
  try {
    const file = join(folder, 'counted.mjs');
    const counts = join(folder, 'counts');
    writeFileSync(file, program);
    const callgrind = [
      '--tool=callgrind',
      '--instr-atstart=no',
      '--dump-instr=yes',
      '--smc-check=all-non-file',
    ];
    const { status, stderr } = spawnSync(
      'valgrind',
      [...callgrind, `--callgrind-out-file=${counts}`, process.execPath, '--single-threaded', file, what],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`the counted program failed: ${stderr}`);
    return summedUp(readFileSync(counts, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Sums up a callgrind file: each line has an address, absolute or relative to the last one, and a cost. */
function summedUp(text: string): Counted {
  const lines = new Map<number, number>();
  let instructions = 0;
  let address = 0;
  let isCall = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('calls=')) isCall = true;
    if (!/^(0x|[+*-])/.test(line)) continue;
    const [position, ...rest] = line.split(' ');
    if (position.startsWith('0x')) address = Number(position);
    else if (position !== '*') address += Number(position.slice(1)) * (position.startsWith('-') ? -1 : 1);
    // Skip the cost of a call, which is counted at the called code.
    if (!isCall) {
      const cost = Number(rest[rest.length - 1]);
      const at = Math.floor(address / LINE_BYTES);
      instructions += cost;
      lines.set(at, Math.max(lines.get(at) ?? 0, cost));
    }
    isCall = false;
  }
  const hot = [...lines.values()].filter((cost) => cost >= COUNT / HOT);
  return { instructions, hotBytes: hot.length * LINE_BYTES };
}
