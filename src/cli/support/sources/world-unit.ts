import type { WorldState } from '../../../api/sim/answers.ts';
import { type Unit, unitOfClusters } from '../../../wire/text/unit.ts';
import type { Session } from './session.ts';

/** What the nodes of a world have, also if nothing of them is listed. */
export async function unitOfWorld(session: Session): Promise<Unit> {
  const { clusters } = await session.call<WorldState>('GET', '/sim/state?limit=1');
  return unitOfClusters(clusters);
}
