import * as v from 'valibot';
import { text } from '../../frame/request/fields.ts';

export const dashboardRequest = v.object({});

export const dashboardFileRequest = v.object({ file: text() });
