import * as v from 'valibot';

export const processRequest = v.object({});
