import type { FoundGprs, GprPage } from '../../../api/sim/answers.ts';
import { read } from '../../session/server-call.ts';

/** By the id, its beginning or the whole name. */
export async function gprsCalled(text: string, end: AbortSignal) {
  return (await read<FoundGprs>('sim/gprs/find', { gpr: text }, end)).gprs;
}

/** By a part of the name. */
export async function gprsWith(text: string, limit: number, end: AbortSignal) {
  const part = { name: text, limit, estimates: 'false' };
  return (await read<GprPage>('sim/gprs', part, end)).gprs.filter(({ gprId }) => gprId !== null);
}
