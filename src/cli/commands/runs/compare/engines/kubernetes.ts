// A manifest for Kubernetes: a volume, an Indexed Job with a part for each index, and a Job that prints the result.

import { basename } from 'node:path';
import type { Job } from 'kubernetes-types/batch/v1.js';
import type {
  ConfigMap,
  Container,
  PersistentVolumeClaim,
  PodSpec,
  Volume,
} from 'kubernetes-types/core/v1.js';
import { counted } from '../../../../../wire/text/counted.ts';
import { type Divided, type DividedFile, jobName, mergeWords, partWords } from './divided.ts';
import { yamlOf } from './yaml.ts';

/** Where containers see the volume. Names of files and of the folder are relative to it. */
const VOLUME_AT = '/study';
const SCENARIOS_AT = '/scenario';
/** The group of the image of fixtures/host/Dockerfile. */
const GROUP = 65_532;
const PART_TRIES = 3;
/** A merge begins again until the parts are done. */
const MERGE_TRIES = 1_000_000;
/** Rounded up to whole GiB for the volume; the pictures of some runs are larger. */
const BYTES_PER_RUN = 16_384;
const GIB = 1 << 30;

export function kubernetesManifest(study: Divided): string {
  const objects = objectsOf(study);
  const name = jobName(study);
  const copied = study.files.filter(({ content }) => content === undefined);
  const about = [
    `Runs a comparison of ${counted(study.runs, 'run')} in ${counted(study.parts, 'part')} with Kubernetes: kubectl apply -f FILE`,
    `Replace the image "gprsim" by one of your registry. The volume needs a class that many nodes can write to.`,
    ...copied.map(
      ({ name, named }) =>
        `Copy this file into the volume before: ${[name, ...named].map((file) => JSON.stringify(file)).join(', which names ')}`,
    ),
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
          [...partWords(study).map(unexpanded), `$(JOB_COMPLETION_INDEX)/${study.parts}`],
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
        spec: podOf(study, mergeWords(study).map(unexpanded), 'OnFailure', 1),
      },
    },
  };
  const mapped = mappedFiles(study);
  if (mapped.length === 0) return [claim, parts, merge];
  const scenarios: ConfigMap = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, labels },
    data: Object.fromEntries(mapped.map(({ content }, i) => [keyOf(mapped, i), content!])),
  };
  return [claim, scenarios, parts, merge];
}

function podOf(
  study: Divided,
  words: readonly string[],
  restartPolicy: 'Never' | 'OnFailure',
  cpus: number,
): PodSpec {
  const name = jobName(study);
  const mapped = mappedFiles(study);
  const volumes: Volume[] = [{ name: 'study', persistentVolumeClaim: { claimName: name } }];
  const container: Container = {
    name: 'gprsim',
    image: 'gprsim',
    command: words.map((word) => {
      const file = mapped.findIndex((file) => file.name === word);
      return file < 0 ? word : `${SCENARIOS_AT}/${keyOf(mapped, file)}`;
    }),
    workingDir: VOLUME_AT,
    resources: { requests: { cpu: `${cpus}`, memory: '1Gi' } },
    volumeMounts: [{ name: 'study', mountPath: VOLUME_AT }],
  };
  if (mapped.length > 0) {
    volumes.push({ name: 'scenario', configMap: { name } });
    container.volumeMounts!.push({ name: 'scenario', mountPath: SCENARIOS_AT, readOnly: true });
  }
  return { restartPolicy, securityContext: { fsGroup: GROUP }, containers: [container], volumes };
}

const mappedFiles = ({ files }: Divided) => files.filter(({ content }) => content !== undefined);

/** The key of a file in the ConfigMap: its name, without characters that keys must not have. */
function keyOf(files: readonly DividedFile[], index: number): string {
  const keys = files.map(({ name }) => basename(name).replace(/[^\w.-]/g, '-'));
  return keys.indexOf(keys[index]) === index ? keys[index] : `${index}-${keys[index]}`;
}

/** Kubernetes replaces `$(NAME)`; two dollar signs stand for one. */
const unexpanded = (word: string) => word.replaceAll('$(', '$$$$(');
