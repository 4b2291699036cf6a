// The trace formats, by name, as `policy-lists.ts` for policies.

import type { TraceFormat } from './format.ts';
import * as formats from './formats.ts';

export const TRACE_FORMATS: readonly TraceFormat[] = Object.values(formats);
