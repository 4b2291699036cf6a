// A script that runs all parts on this machine, with GNU parallel or with `xargs`.

import { shellWord } from '../../../../../files/shell-word.ts';
import { counted } from '../../../../../wire/text/counted.ts';
import { type Divided, lineOf, mergeWords, partWords } from './divided.ts';

export function parallelScript(study: Divided): string {
  const { parts, runs } = study;
  // Without the second command, a shell would become the program, and xargs would end when a signal kills that.
  const part = `${lineOf(partWords(study))} "$1/${parts}" || exit 1`;
  return `#!/bin/sh
# Runs a comparison of ${counted(runs, 'run')} in ${counted(parts, 'part')}, as many at a time as there are processors, and prints the result.
# Start the script in this folder. Start it again to complete what is missing. JOBS=4 before it sets how many run at a time.
part=${shellWord(part)}
export part PARALLEL_SHELL=/bin/sh
jobs=\${JOBS:-$(getconf _NPROCESSORS_ONLN)}
if parallel --version 2>/dev/null | grep -q '^GNU'; then
  seq 0 ${parts - 1} | parallel --will-cite -j "$jobs" 'sh -c "$part" part {}' >&2
else
  seq 0 ${parts - 1} | xargs -n 1 -P "$jobs" sh -c "$part" part >&2
fi
exec ${lineOf(mergeWords(study))}
`;
}
