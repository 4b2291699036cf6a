// A script that submits an array job of Slurm, and a job that prints the result when the array has ended.

import { fileName, shellWord } from '../../../../../files/shell-word.ts';
import { counted } from '../../../../../wire/text/counted.ts';
import { type Divided, jobName, lineOf, mergeWords, partWords, shellFolder } from './divided.ts';

export function slurmScript(study: Divided): string {
  const { parts, runs, jobs } = study;
  const folder = shellFolder(study);
  const name = jobName(study);
  // Slurm replaces a percent sign and the letter after it.
  const output = (file: string) => shellWord(`${folderOf(study)}/${file}`);
  const part = `${lineOf(partWords(study))} "$SLURM_ARRAY_TASK_ID/${parts}"`;
  return `#!/bin/sh
# Runs a comparison of ${counted(runs, 'run')} in ${counted(parts, 'part')} with Slurm. A second job prints the result when all parts have ended.
# Start the script in this folder, which all nodes must see. Start it again to complete what is missing.
set -eu
mkdir -p ${folder}
array=$(sbatch --parsable --job-name=${name} --array=0-${parts - 1} --cpus-per-task=${jobs} \\
  --requeue --open-mode=append --output=${output('part-%A-%a.txt')} \\
  --wrap=${shellWord(part)})
array=\${array%%;*}
merge=$(sbatch --parsable --job-name=${name}-merge --dependency="afterany:$array" \\
  --output=${output('result-%j.txt')} \\
  --wrap=${shellWord(lineOf(mergeWords(study)))})
merge=\${merge%%;*}
echo "The parts are job $array. Job $merge will write the result to "${folder}"/result-$merge.txt."
`;
}

const folderOf = ({ folder }: Divided) => fileName(folder).replaceAll('%', '%%');
