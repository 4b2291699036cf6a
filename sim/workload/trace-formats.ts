// The trace formats. Scenario files, flags and the documents take their names, files and options from this list.

import type { TraceFormat } from './formats/format.ts';
import * as formats from './formats/formats.ts';

export const TRACE_FORMATS: readonly TraceFormat[] = Object.values(formats);
