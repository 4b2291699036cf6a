// A workload definition with all members, as clients send it.

export const helmConfig = {
  name: 'web',
  chart: 'stable/nginx',
  releaseName: 'web-1',
  releaseNamespace: 'red',
  repoName: 'stable',
  repoURL: 'https://charts.example.com/stable',
  version: '1.2.3',
  helmFlags: {
    atomic: true,
    cleanupOnFail: false,
    createNamespace: true,
    skipCRDs: false,
    wait: true,
    timeout: '10m',
  },
  secretRef: { name: 'registry' },
  values: { replicaCount: 2, nested: { list: [1, null, { deep: true }] } },
};

export const manifestResource = {
  name: 'settings',
  manifest: {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', namespace: 'red' },
    data: { level: 'debug' },
  },
};

export const definitionBody = {
  clusterNames: ['worker-1'],
  burstDuration: '15m',
  deletionPolicy: 'Delete',
  enableBurst: false,
  helmConfigs: [helmConfig],
  manifestResources: [manifestResource],
  cmdExec: [{ name: 'greet', cmd: 'echo "hello"\n' }],
  steps: [
    { name: 'settings', type: 'manifest' },
    { name: 'web', type: 'helm' },
    { name: 'greet', type: 'command' },
  ],
};

export const definitionAnswer = {
  ...definitionBody,
  helmConfigs: [{ ...helmConfig, helmFlags: { ...helmConfig.helmFlags, timeout: '0h10m0s' } }],
};
