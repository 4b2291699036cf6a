// A text that is taken on Enter, or when the focus leaves it. Until then, what was typed stays, even if the page is drawn again.

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

interface Text extends Omit<JSX.InputHTMLAttributes<HTMLInputElement>, 'value' | 'onInput' | 'onChange'> {
  readonly value: string;
  readonly take: (value: string) => void;
}

export function TextInput({ value, take, ...rest }: Text) {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      {...rest}
      value={typed ?? value}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onChange={(event) => {
        setTyped(undefined);
        take(event.currentTarget.value.trim());
      }}
    />
  );
}
