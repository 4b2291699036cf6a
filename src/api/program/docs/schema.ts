import * as v from 'valibot';
import { text } from '../../frame/request/fields.ts';

export const docsRequest = v.object({});

export const docsFileRequest = v.object({ file: text() });
