// Descriptions of the members of requests and answers, by name. A key `holder.name` takes precedence over `name`. The
// holder is the member, the named schema or, in a request, the operation that has the member.

import { accessWords } from './access.ts';
import { endpointWords } from './endpoint.ts';
import { factWords } from './fact.ts';
import { gprWords } from './gpr.ts';
import { inventoryWords } from './inventory.ts';
import { simulationWords } from './simulation.ts';
import { stateWords } from './state.ts';
import type { Word } from './word.ts';
import { workloadWords } from './workload.ts';

export const glossary: Readonly<Record<string, Word>> = {
  ...accessWords,
  ...inventoryWords,
  ...gprWords,
  ...endpointWords,
  ...workloadWords,
  ...simulationWords,
  ...stateWords,
  ...factWords,
};
