// A choice with its label.

interface Props {
  readonly label: string;
  /** Whether only screen readers have the label. */
  readonly isUnseen?: boolean;
  readonly testId?: string | undefined;
  readonly value: string;
  /** The words for ''; without them, it is not offered. */
  readonly all?: string;
  /** Values, perhaps with their words. */
  readonly choices: readonly (string | readonly [value: string, words: string])[];
  readonly choose: (value: string) => void;
}

export function Choice({ label, isUnseen = false, testId, value, all, choices, choose }: Props) {
  return (
    <label>
      <span class={isUnseen ? 'unseen' : 'label'}>{label}</span>{' '}
      <select data-testid={testId} value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {all && <option value="">{all}</option>}
        {choices.map((choice) => {
          const [value, words = value] = [choice].flat() as [string, string?];
          return (
            <option key={value} value={value}>
              {words}
            </option>
          );
        })}
      </select>
    </label>
  );
}
