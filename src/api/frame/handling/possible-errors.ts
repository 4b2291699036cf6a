// Which errors an operation can answer.

import { type Caller, rules } from '../access/roles.ts';
import { arrivalErrors } from '../errors/entries/request-errors.ts';
import { catalogue, type ErrorName } from '../errors/error-catalogue.ts';
import { type Operation, routesOf, takesInstant, takesMemory } from '../operation/operation.ts';
import { instantIsForOwners } from '../request/at-parameter.ts';

const everyRole: readonly Caller['role'][] = ['Owner', 'Editor', 'Viewer'];

/** Every error that the operation can answer, by status. Among equal ones, errors of the operation precede those of all requests. */
export function errorsOf(operation: Operation): readonly ErrorName[] {
  const { operationId, method, from, errors = [], unexpected = 'unexpected' } = operation;
  const roles = rules[operationId];
  // Every operation can refuse an instant.
  const names = new Set<ErrorName>([...errors, 'invalid', unexpected]);
  if (unexpected === 'unexpected') names.add('backend-timeout');
  const add = (when: boolean, ...added: ErrorName[]) => {
    if (when) for (const name of added) names.add(name);
  };
  const takesBody = from === 'body' || from === 'body or query';
  add(roles !== null, 'token-invalid', 'token-missing');
  add(roles !== null && everyRole.some((role) => !roles.includes(role)), 'role-forbidden');
  add(takesBody, 'body-no-json', 'body-too-large');
  add(takesBody || 'upload' in operation, 'body-encoded');
  if (routesOf(operation).some((route) => takesInstant(operation, route.method))) {
    names.add('too-many-waiting');
    add(instantIsForOwners(operation), 'role-forbidden');
  }
  add(roles !== null, 'not-read', 'policy-absent', 'policy-failed');
  add(method !== 'GET' && roles !== null, 'not-stored');
  add(takesMemory(operation) && roles !== null, 'memory-full');
  add(true, 'host-foreign', ...(Object.keys(arrivalErrors) as ErrorName[]));
  return [...names].sort((a, b) => catalogue[a].statusCode - catalogue[b].statusCode);
}
