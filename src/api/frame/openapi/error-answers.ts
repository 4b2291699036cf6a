// The schemas and examples of errors.

import { errorEnvelope } from '../answers/envelope.ts';
import type { CatalogueEntry, ErrorData } from '../errors/entry.ts';
import { catalogue, type ErrorName, wordsOf } from '../errors/error-catalogue.ts';
import { Failure } from '../errors/failure.ts';
import { problem } from '../errors/problems.ts';
import type { JsonSchema } from './schemas/json-schema.ts';

/** `gpr-not-found` → `GprNotFoundError` */
export function errorSchemaName(name: ErrorName): string {
  const words = name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Error`;
}

export function errorSchema(name: ErrorName): JsonSchema {
  const entry: CatalogueEntry = catalogue[name];
  const { statusCode, status, errorKey, message, errorMessage = message, data } = entry;
  return {
    type: 'object',
    description: `The error \`${name}\`.`,
    properties: {
      statusCode: { const: statusCode },
      status: { const: status },
      message: filled(message),
      data: { type: 'null' },
      error: {
        type: 'object',
        properties: {
          errorKey: { const: errorKey },
          message: filled(errorMessage),
          data: data === null ? { type: 'null' } : errorData(data, statusCode),
        },
        required: ['errorKey', 'message', 'data'],
        additionalProperties: false,
      },
    },
    required: ['statusCode', 'status', 'message', 'data', 'error'],
    additionalProperties: false,
  };
}

function errorData(data: ErrorData, statusCode: number): JsonSchema {
  if (data.form === 'text') return filled(`Error: ${data.text}; Reason: ${data.reason}`);
  return {
    type: 'string',
    contentMediaType: 'application/json',
    description: `A JSON document as a string. Its \`DetailedError.Errormessage\` is: ${data.text}`,
    pattern: `^${quoted('{"error":{"Message":')}${quoted(JSON.stringify(data.title))},"Status":${statusCode},[\\s\\S]*"Reason":${quoted(JSON.stringify(data.reason))}`,
  };
}

/** The schema of a text whose {words} are filled in. */
function filled(template: string): JsonSchema {
  if (!/\{\w+\}/.test(template)) return { const: template };
  return { type: 'string', pattern: `^${quoted(template)}$`, examples: [template] };
}

/** A regular expression for the text, where each {word} matches anything. */
function quoted(template: string): string {
  return template
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[$()*+.?[\\\]^{|}/]/g, '\\$&'))
    .join('[\\s\\S]*');
}

/** The fillings of {words} in examples. The default filling is the word itself. */
const exampleWords: Readonly<Record<string, string>> = {
  allowed: 'GET, POST',
  cluster: 'worker-1',
  encoding: 'gzip',
  expectation: '200-ok',
  gprId: 'gpr-7c29e338-ebda',
  host: 'example.com',
  limit: '1048576',
  method: 'PATCH',
  needed: 'Owner or Editor',
  node: 'worker-1-a2-highgpu-8g-2',
  operation: 'createGpr',
  own: 'team-green',
  path: '/api/v1/gpr',
  reference: '0d3b4a9e-6c1f-4f0e-9a43-7d2a5b8c9e10',
  role: 'Viewer',
  state: 'Successful',
  workspace: 'team-blue',
};

export function errorExample(name: ErrorName): object {
  const words = wordsOf(name);
  const filling = Object.fromEntries(words.map((word) => [word, exampleWords[word] ?? word]));
  const problems = words.includes('problems') ? [problem('exitDuration', 'is not allowed to be empty')] : [];
  return { summary: name, value: errorEnvelope(new Failure(name, filling, problems)) };
}
