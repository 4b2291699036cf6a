import { world } from '../../live/live.ts';
import { Choice } from './choice.tsx';

interface Props {
  readonly label: string;
  /** '' = all. */
  readonly value: string;
  readonly choose: (cluster: string) => void;
  readonly testId?: string;
}

/** Chooses a cluster or all of them. */
export function ClusterSelect(shown: Props) {
  return (
    <Choice {...shown} isUnseen all="all clusters" choices={world.value!.clusters.map(({ name }) => name)} />
  );
}
