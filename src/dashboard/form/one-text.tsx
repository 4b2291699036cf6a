// A form of one text and its button. Why the text was refused is shown beside it until it changes, or the place of the page.

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { route } from '../address/route.ts';

interface Props {
  readonly label: string;
  readonly class: string;
  readonly size: number;
  readonly 'data-testid': string;
  readonly placeholder?: string;
  readonly initial?: string;
  /** @param refuse shows why */
  readonly send: (text: string, refuse: (why: string) => void) => void;
  /** The button, which sends the form. */
  readonly children: ComponentChildren;
}

export function OneText({ label, class: look, initial = '', send, children, ...rest }: Props) {
  const [text, setText] = useState(initial);
  const [why, refuse] = useState('');
  const id = useId();
  useEffect(() => refuse(''), [text, route.value]);
  return (
    <form
      class={look}
      onSubmit={(event) => {
        event.preventDefault();
        refuse('');
        send(text, refuse);
      }}
    >
      <label>
        <span class="label">{label}</span>{' '}
        <input
          type="text"
          {...rest}
          value={text}
          aria-invalid={why !== ''}
          aria-describedby={id}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {children}
      <span class="problem" role="alert" id={id}>
        {why}
      </span>
    </form>
  );
}
