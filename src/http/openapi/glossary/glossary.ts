// Descriptions of the members of requests and answers, by name. A key `holder.name` takes precedence over `name`. The
// holder is the member, the named schema or, in a request, the operation that has the member.

import { accessWords } from './access-words.ts';
import { attemptWords } from './attempt-words.ts';
import { endpointWords } from './endpoint-words.ts';
import { eventWords } from './event-words.ts';
import { explanationWords } from './explanation-words.ts';
import { factWords } from './fact-words.ts';
import { gprWords } from './gpr-words.ts';
import { inventoryWords } from './inventory-words.ts';
import { requestWords } from './request-words.ts';
import { simulationWords } from './simulation-words.ts';
import { stateWords } from './state-words.ts';
import { totalsWords } from './totals-words.ts';
import { whatIfWords } from './what-if-words.ts';
import type { Word } from './word.ts';
import { workloadWords } from './workload-words.ts';
import { worldWords } from './world-words.ts';

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
