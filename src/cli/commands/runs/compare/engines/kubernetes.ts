// A manifest for Kubernetes: a volume, an Indexed Job with a part for each index, and a Job that prints the result.

import { basename, posix } from 'node:path';
import type { Job } from 'kubernetes-types/batch/v1.js';
import type {
  ConfigMap,
  Container,
  PersistentVolumeClaim,
  PodSpec,
  Volume,
} from 'kubernetes-types/core/v1.js';
import { badUsage } from '../../../../../arguments/command-failure.ts';
import { counted } from '../../../../../wire/text/counted.ts';
import { type Divided, type DividedFile, jobName, mergeWords, partWords } from './divided.ts';
import { quoted, yamlOf } from './yaml.ts';

/** Where containers see the volume. Names of files and of the folder are relative to it. */
const VOLUME_AT = '/study';
const SCENARIOS_AT = '/scenario';
/** The group of the image of fixtures/host/Dockerfile. */
const GROUP = 65_532;
/** Indexes of a Job with `backoffLimitPerIndex` and no limit of failed indexes. */
const PARTS_MAX = 100_000;
const PART_TRIES = 3;
/** A merge begins again until the parts are done. */
const MERGE_TRIES = 1_000_000;
/** Rounded up to whole GiB for the volume; the pictures of some runs are larger. */
const BYTES_PER_RUN = 16_384;
const GIB = 1 << 30;

/** @throws CommandFailure if pods could not read or write a file, or there are too many parts */
export function kubernetesManifest(study: Divided): string {
  check(study);
  const objects = objectsOf(study);
  const name = jobName(study);
  const about = [
    `Runs a comparison of ${counted(study.runs, 'run')} in ${counted(study.parts, 'part')} with Kubernetes: kubectl apply -f FILE`,
    `Replace the image "gprsim" by one that your cluster can pull. The volume needs a class that many nodes can write to.`,
    ...study.files.filter(isCopied).map((file) => {
      const named = namedBy(file).map(quoted).join(', ');
      return named === ''
        ? `Copy this file into the volume before: ${quoted(file.name)}`
        : `Copy these files into the volume before: ${quoted(file.name)}, and what it names: ${named}`;
    }),
    `The second Job starts again, after at most five minutes, until all parts are done; it then prints the result:`,
    `kubectl wait --for=condition=complete --timeout=-1s job/${name}-merge && kubectl logs job/${name}-merge`,
  ];
  return [...about.map((line) => `# ${line}\n`), ...objects.map((object) => `---\n${yamlOf(object)}`)].join(
    '',
  );
}

function objectsOf(study: Divided): (PersistentVolumeClaim | ConfigMap | Job)[] {
  const name = jobName(study);
  const labels = { app: 'gprsim' };
  const claim: PersistentVolumeClaim = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, labels },
    spec: {
      accessModes: ['ReadWriteMany'],
      resources: { requests: { storage: `${Math.ceil((study.runs * BYTES_PER_RUN) / GIB)}Gi` } },
    },
  };
  const parts: Job = {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, labels },
    spec: {
      completionMode: 'Indexed',
      completions: study.parts,
      parallelism: study.parts,
      backoffLimitPerIndex: PART_TRIES,
      template: {
        metadata: { labels },
        spec: podOf(
          study,
          [...wordsInPod(study, partWords(study)), `$(JOB_COMPLETION_INDEX)/${study.parts}`],
          'Never',
          study.jobs,
        ),
      },
    },
  };
  const merge: Job = {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: `${name}-merge`, labels },
    spec: {
      backoffLimit: MERGE_TRIES,
      template: {
        metadata: { labels },
        spec: podOf(study, wordsInPod(study, mergeWords(study)), 'OnFailure', 1),
      },
    },
  };
  const mapped = mappedFiles(study);
  if (mapped.length === 0) return [claim, parts, merge];
  const scenarios: ConfigMap = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, labels },
    data: Object.fromEntries(keysOf(mapped).map((key, i) => [key, mapped[i].content!])),
  };
  return [claim, scenarios, parts, merge];
}

function podOf(study: Divided, words: string[], restartPolicy: 'Never' | 'OnFailure', cpus: number): PodSpec {
  const name = jobName(study);
  const volumes: Volume[] = [{ name: 'study', persistentVolumeClaim: { claimName: name } }];
  const container: Container = {
    name: 'gprsim',
    image: 'gprsim',
    command: words,
    workingDir: VOLUME_AT,
    resources: { requests: { cpu: `${cpus}`, memory: '1Gi' } },
    volumeMounts: [{ name: 'study', mountPath: VOLUME_AT }],
  };
  if (mappedFiles(study).length > 0) {
    volumes.push({ name: 'scenario', configMap: { name } });
    container.volumeMounts!.push({ name: 'scenario', mountPath: SCENARIOS_AT, readOnly: true });
  }
  return { restartPolicy, securityContext: { fsGroup: GROUP }, containers: [container], volumes };
}

function check({ folder, files, written, parts }: Divided): void {
  const problems: string[] = [];
  if (parts > PARTS_MAX) {
    problems.push(`--parts ${parts} is more than a Job of Kubernetes has; give at most ${PARTS_MAX}`);
  }
  const copied = files.filter(isCopied).flatMap((file) => [file.name, ...namedBy(file)]);
  const outside = [folder, ...written, ...copied].filter((file) => !isInVolume(file));
  if (outside.length > 0) {
    problems.push(
      `--for kubernetes takes files in the current folder only, by relative names, because the pods see one volume; not ${outside.map(quoted).join(', ')}`,
    );
  }
  if (problems.length > 0) throw badUsage(problems.join('\n'));
}

function isInVolume(file: string): boolean {
  return `${posix.resolve(VOLUME_AT, file)}/`.startsWith(`${VOLUME_AT}/`);
}

/** The words of a command as a container has them. */
function wordsInPod(study: Divided, words: readonly string[]): string[] {
  const mapped = mappedFiles(study);
  const keys = keysOf(mapped);
  // Names of scenarios are between the command and its first option, whose value could be the same word.
  const options = words.findIndex((word) => word.startsWith('--'));
  return words.map((word, i) => {
    const file = i > 1 && i < options ? mapped.findIndex(({ name }) => name === word) : -1;
    return file < 0 ? unexpanded(word) : `${SCENARIOS_AT}/${keys[file]}`;
  });
}

const isCopied = ({ content }: DividedFile) => content === undefined;
/** The files that a scenario file names, by their names in the current folder. */
const namedBy = ({ name, named }: DividedFile) =>
  named.map((file) => (posix.isAbsolute(file) ? file : posix.join(posix.dirname(name), file)));
const mappedFiles = ({ files }: Divided) => files.filter((file) => !isCopied(file));

/** The keys of files in the ConfigMap: their names, without characters that keys must not have. */
function keysOf(files: readonly DividedFile[]): string[] {
  const keys = new Set<string>();
  for (const { name } of files) {
    const plain = basename(name).replace(/[^\w.-]/g, '-');
    let key = plain;
    for (let i = 2; keys.has(key); i++) key = `${i}-${plain}`;
    keys.add(key);
  }
  return [...keys];
}

/** Kubernetes replaces `$(NAME)`; two dollar signs stand for one. */
const unexpanded = (word: string) => word.replaceAll('$(', '$$$$(');
