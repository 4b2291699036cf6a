// Descriptions of the members of requests and answers, by name. A key `holder.name` takes precedence over `name`. The
// holder is the member, the named schema or, in a request, the operation that has the member.

import { accessWords } from './glossary/access.ts';
import { endpointWords } from './glossary/endpoint.ts';
import { factWords } from './glossary/fact.ts';
import { gprWords } from './glossary/gpr.ts';
import { inventoryWords } from './glossary/inventory.ts';
import { simulationWords } from './glossary/simulation.ts';
import { stateWords } from './glossary/state.ts';
import type { Word } from './glossary/word.ts';
import { workloadWords } from './glossary/workload.ts';

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
