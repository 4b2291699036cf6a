import { world } from '../live/live.ts';

interface Shown {
  readonly label: string;
  /** '' = all. */
  readonly value: string;
  readonly choose: (cluster: string) => void;
  readonly testId?: string;
}

/** Chooses a cluster or all of them. */
export function ClusterSelect({ label, value, choose, testId }: Shown) {
  return (
    <label>
      <span class="unseen">{label}</span>
      <select value={value} data-testid={testId} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">all clusters</option>
        {world.value?.clusters.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}
