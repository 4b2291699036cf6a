// Inference endpoints.

import type { Words } from './word.ts';

export const endpointWords = {
  endpointName: ['The name of the endpoint.', 'classifier'],
  endpoint: ['The name of the endpoint.', 'classifier'],
  'InferenceEndpoint.endpoint': ['The endpoint.'],
  'endpoint.endpoint': [
    'Its address; empty while it is not running.',
    'http://classifier.blue.worker-1.invalid',
  ],
  'endpoints.endpoint': [
    'Its address; empty while it is not running.',
    'http://classifier.blue.worker-1.invalid',
  ],
  endpoints: ['The endpoints.'],
  modelName: ['The model; `custom` for one of a raw specification.', 'sklearn'],
  'endpoint.status': ['How it stands.', 'Running'],
  'endpoints.status': ['How it stands.', 'Running'],
  modelSpec: ['The model. Either this or `rawModelSpec` is mandatory.'],
  storageURI: [
    'Where the model lies, an address of any scheme. It is not fetched.',
    'https://models.example.com/sklearn/1.0',
  ],
  args: ['Arguments of the model server. They are not used.', []],
  secret: ['Credentials of the storage. They are not kept.', {}],
  resources: ['What the model server asks for beside GPUs. It is not used.'],
  cpu: ['CPUs.', '2'],
  memory: ['Memory.', '8Gi'],
  rawModelSpec: [
    'A specification of your own, as text or as a list of manifests. It is not executed.',
    'kind: InferenceService',
  ],
  gpuSpec: [
    'The GPUs. Null or `None` is inference on CPUs; left out or empty, the default template of the workspace is taken.',
  ],
  predictStatus: ['Ready while the endpoint is running.', 'Ready'],
  ingressStatus: ['Ready while the endpoint is running.', 'Ready'],
  tryCommand: [
    'A command line that would call it; empty while it is not running.',
    ["curl -H 'Host: classifier.blue.worker-1.invalid' http://192.0.2.1/v1/models/classifier:predict"],
  ],
  dnsRecords: ['Names that lead to it; empty while it is not running.'],
  dns: ['The name.', 'classifier.blue.worker-1.invalid'],
  'dnsRecords.type': ['The kind of record.', 'A'],
  value: ['Where it leads to.', '192.0.2.10'],
  gpuRequests: ['Its GPRs; empty on CPUs.'],
  'gpuRequests.status': ['Released once the GPR has ended.', 'Provisioned'],
} satisfies Words;
