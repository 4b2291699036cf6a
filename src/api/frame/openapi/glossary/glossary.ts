// Descriptions of the members of requests and answers, by name. A key `holder.name` takes precedence over `name`. The
// holder is the member, the named schema or, in a request, the operation that has the member.

import { accessWords } from './service/access-words.ts';
import { endpointWords } from './service/endpoint-words.ts';
import { gprWords } from './service/gpr-words.ts';
import { inventoryWords } from './service/inventory-words.ts';
import { workloadWords } from './service/workload-words.ts';
import { attemptWords } from './simulator/attempt-words.ts';
import { eventWords } from './simulator/event-words.ts';
import { explanationWords } from './simulator/explanation-words.ts';
import { factWords } from './simulator/fact-words.ts';
import { requestWords } from './simulator/request-words.ts';
import { simulationWords } from './simulator/simulation-words.ts';
import { stateWords } from './simulator/state-words.ts';
import { totalsWords } from './simulator/totals-words.ts';
import { whatIfWords } from './simulator/what-if-words.ts';
import { worldWords } from './simulator/world-words.ts';
import type { Word } from './word.ts';

export const glossary: Readonly<Record<string, Word>> = {
  ...accessWords,
  ...inventoryWords,
  ...gprWords,
  ...endpointWords,
  ...workloadWords,
  ...simulationWords,
  ...explanationWords,
  ...stateWords,
  ...attemptWords,
  ...totalsWords,
  ...whatIfWords,
  ...factWords,
  ...eventWords,
  ...worldWords,
  ...requestWords,
};
