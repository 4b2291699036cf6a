// A text that is taken on Enter, or when the focus leaves it. Until then, what was typed stays, even if the page is drawn again; so
// does a wrong one, with the reason.

import { useEffect, useId, useState } from 'preact/hooks';

interface Text {
  readonly label: string;
  readonly id?: string;
  readonly size: number;
  /** The id of a `datalist`. */
  readonly list?: string | undefined;
  readonly 'data-testid': string;
  readonly placeholder?: string;
  readonly title?: string | undefined;
  readonly value: string;
  /** @throws an Error whose message is shown at the entry */
  readonly take: (value: string) => void;
  /** What the entry is about: with another one, the error ends. */
  readonly of?: unknown;
  /** Why the server refused the entry; '' if it did not. */
  readonly refused?: string | undefined;
}

export function TextInput({ label, value, take, of, refused = '', ...rest }: Text) {
  const [typed, setTyped] = useState<string>();
  const [why, setWhy] = useState('');
  const id = useId();
  const problem = why || refused;
  useEffect(() => {
    if (why === '') return;
    setWhy('');
    setTyped(undefined);
  }, [value, of]);
  return (
    <>
      <label>
        <span class="label">{label}</span>{' '}
        <input
          type="search"
          {...rest}
          value={typed ?? value}
          aria-invalid={problem !== ''}
          aria-describedby={id}
          // Nothing changes a text under the hands of its user.
          onFocus={() => setTyped(typed ?? value)}
          onBlur={() => why === '' && setTyped(undefined)}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onChange={(event) => {
            const text = event.currentTarget.value.trim();
            try {
              take(text);
              setWhy('');
              setTyped(undefined);
            } catch (error) {
              setWhy((error as Error).message);
              setTyped(text);
            }
          }}
        />
      </label>
      {problem && (
        <span class="problem" role="alert" id={id}>
          {problem}
        </span>
      )}
    </>
  );
}
