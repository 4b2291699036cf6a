// A text that is taken on Enter, or when the focus leaves it. Until then, what was typed stays, even if the page is drawn again.

import { useState } from 'preact/hooks';

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
  readonly take: (value: string) => void;
}

export function TextInput({ label, value, take, ...rest }: Text) {
  const [typed, setTyped] = useState<string>();
  return (
    <label>
      <span class="label">{label}</span>{' '}
      <input
        type="search"
        {...rest}
        value={typed ?? value}
        // Nothing changes a text under the hands of its user.
        onFocus={() => setTyped(value)}
        onBlur={() => setTyped(undefined)}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onChange={(event) => {
          setTyped(undefined);
          take(event.currentTarget.value.trim());
        }}
      />
    </label>
  );
}
