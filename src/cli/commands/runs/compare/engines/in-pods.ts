// What the manifest of --for kubernetes has of a comparison. Its pods see a volume in the place of the current folder, and the
// scenario files in a ConfigMap.

import { basename, posix } from 'node:path';
import { badUsage } from '../../../../../arguments/command-failure.ts';

/** Where containers see the volume, as in the manifest. */
const VOLUME_AT = '/study';
/** Indexes of a Job with `backoffLimitPerIndex` and no limit of failed indexes. */
const PARTS_MAX = 100_000;
/** Rounded up to whole GiB for the volume; the pictures of some runs are larger. */
const BYTES_PER_RUN = 16_384;
const GIB = 1 << 30;

/** A file that the command reads, by its name there. */
export interface StudyFile {
  readonly name: string;
  /** undefined if the file must be copied: it is too large, or names files in turn. */
  readonly content: string | undefined;
  /** The files of traces and jobs that it names, as it names them. */
  readonly named: readonly string[];
}

interface Study {
  /** The words of a part without its number, and those of the merge. */
  readonly part: readonly string[];
  readonly merge: readonly string[];
  readonly folder: string;
  readonly report: string | undefined;
  readonly parts: number;
  readonly runs: number;
  readonly files: readonly StudyFile[];
}

/** @throws CommandFailure if pods could not read or write a file, or there are too many parts */
export function inPods({ part, merge, folder, report, parts, runs, files }: Study) {
  const copied = files
    .filter(({ content }) => content === undefined)
    .map(({ name, named }) => [
      name,
      ...named.map((file) => (posix.isAbsolute(file) ? file : posix.join(posix.dirname(name), file))),
    ]);
  const outside = [folder, ...(report === undefined ? [] : [report]), ...copied.flat()].filter(
    (file) => !`${posix.resolve(VOLUME_AT, file)}/`.startsWith(`${VOLUME_AT}/`),
  );
  const problems = [
    ...(parts > PARTS_MAX
      ? [`--parts ${parts} is more than a Job of Kubernetes has; give at most ${PARTS_MAX}`]
      : []),
    ...(outside.length > 0
      ? [
          `--for kubernetes takes files in the current folder only, by relative names, because the pods see one volume; not ${outside.map(json).join(', ')}`,
        ]
      : []),
  ];
  if (problems.length > 0) throw badUsage(problems.join('\n'));
  const scenarios: Record<string, string> = {};
  const keys = new Map<string, string>();
  for (const { name, content } of files) {
    if (content === undefined) continue;
    const plain = basename(name).replace(/[^\w.-]/g, '-');
    let key = plain;
    for (let i = 2; Object.hasOwn(scenarios, key); i++) key = `${i}-${plain}`;
    scenarios[key] = content;
    keys.set(name, `/scenario/${key}`);
  }
  const inContainer = (words: readonly string[]) => {
    // Names of scenarios are between the command and its first option, whose value could be the same word.
    const options = words.findIndex((word) => word.startsWith('--'));
    return words.map((word, i) => {
      const key = i > 1 && i < options ? keys.get(word) : undefined;
      // Kubernetes replaces `$(NAME)`; two dollar signs stand for one.
      return key ?? word.replaceAll('$(', '$$$$(');
    });
  };
  const copies = copied.map(([name, ...named]) =>
    named.length === 0
      ? `# Copy this file into the volume before: ${json(name)}\n`
      : `# Copy these files into the volume before: ${json(name)}, and what it names: ${named.map(json).join(', ')}\n`,
  );
  return {
    copies: copies.join(''),
    gib: Math.ceil((runs * BYTES_PER_RUN) / GIB),
    scenarios: json(scenarios),
    partCommand: json([...inContainer(part), `$(JOB_COMPLETION_INDEX)/${parts}`]),
    mergeCommand: json(inContainer(merge)),
  };
}

/** Characters that JSON allows and YAML does not. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** JSON that is YAML, on one line. */
function json(value: unknown): string {
  return JSON.stringify(value).replace(
    unprintable,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
