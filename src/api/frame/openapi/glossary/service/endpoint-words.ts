import type { Words } from '../word.ts';

export const endpointWords = {
  endpointName: ['The name of the endpoint.', 'classifier'],
  endpoint: ['The name of the endpoint.', 'classifier'],
  'InferenceEndpoint.endpoint': ['The endpoint.'],
  'endpoint.endpoint': [
    'The URL of the endpoint; empty while it is not running.',
    'http://classifier.blue.worker-1.invalid',
  ],
  'endpoints.endpoint': [
    'The URL of the endpoint; empty while it is not running.',
    'http://classifier.blue.worker-1.invalid',
  ],
  endpoints: ['The endpoints.'],
  modelName: ['The model; `custom` if the endpoint has a raw specification.', 'sklearn'],
  'endpoint.status': ['The status of the endpoint.', 'Running'],
  'endpoints.status': ['The status of the endpoint.', 'Running'],
  modelSpec: ['The model. Exactly one of `modelSpec` and `rawModelSpec` is mandatory.'],
  storageURI: [
    'The URL of the model, of any scheme. The simulator does not fetch it.',
    'https://models.example.com/sklearn/1.0',
  ],
  args: ['Arguments of the model server. The simulator does not use them.', []],
  secret: ['Credentials for the storage. The simulator does not store them.', {}],
  resources: ['CPUs and memory for the model server. The simulator does not use them.'],
  cpu: ['The number of CPUs.', '2'],
  memory: ['The amount of memory.', '8Gi'],
  rawModelSpec: [
    'A custom model specification, as text or as a list of manifests. The simulator does not execute it.',
    'kind: InferenceService',
  ],
  gpuSpec: [
    'The GPUs. Null or `None` means inference on CPUs. If left out or empty, the default template of the workspace applies.',
  ],
  predictStatus: ['Ready while the endpoint is running.', 'Ready'],
  ingressStatus: ['Ready while the endpoint is running.', 'Ready'],
  tryCommand: [
    'A command line that would call the endpoint; empty while it is not running.',
    ["curl -H 'Host: classifier.blue.worker-1.invalid' http://192.0.2.1/v1/models/classifier:predict"],
  ],
  dnsRecords: ['The DNS records of the endpoint; empty while it is not running.'],
  dns: ['The host name.', 'classifier.blue.worker-1.invalid'],
  'dnsRecords.type': ['The type of the DNS record.', 'A'],
  value: ['The IP address of the record.', '192.0.2.10'],
  gpuRequests: ['The GPRs of the endpoint; empty for inference on CPUs.'],
  'gpuRequests.status': ['The status of the GPR: Released after its end.', 'Provisioned'],
} satisfies Words;
