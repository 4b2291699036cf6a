// What members of requests and answers mean, by their names: the same name means the same wherever it occurs. A name
// that does not is written `holder.name`; the holder is the member or the named schema that it is a member of, in a
// request the operation.

import { accessWords } from './glossary/access.ts';
import { endpointWords } from './glossary/endpoint.ts';
import { factWords } from './glossary/fact.ts';
import { gprWords } from './glossary/gpr.ts';
import { inventoryWords } from './glossary/inventory.ts';
import { simulationWords } from './glossary/simulation.ts';
import type { Word } from './glossary/word.ts';
import { workloadWords } from './glossary/workload.ts';

export const glossary: Readonly<Record<string, Word>> = {
  ...accessWords,
  ...inventoryWords,
  ...gprWords,
  ...endpointWords,
  ...workloadWords,
  ...simulationWords,
  ...factWords,
};
