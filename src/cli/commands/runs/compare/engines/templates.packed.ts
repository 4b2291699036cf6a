// The scripts and the manifest of --for. The build replaces this module with their texts.

import { readFileSync } from 'node:fs';

const read = (engine: string) => readFileSync(new URL(`${engine}.template`, import.meta.url), 'utf8');

export const templates = {
  slurm: read('slurm'),
  kubernetes: read('kubernetes'),
  parallel: read('parallel'),
};
