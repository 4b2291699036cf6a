// The dialog over the page, of which there is one at a time.

import { effect, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { route } from '../address/route.ts';
import { onOtherBranch } from '../live/of-branch.ts';

interface Shown {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly isQuestion?: boolean;
}

const shown = signal<Shown | undefined>(undefined);

export function openDialog(title: string, children: ComponentChildren): void {
  shown.value = { title, children };
}

/** Shows a text that is needed later, until the user closes it. */
export function showText(title: string, text: string): void {
  openDialog(
    title,
    <>
      <p>
        <code data-testid="kept-text">{text}</code>
      </p>
      <div class="buttons">
        <button class="primary" onClick={() => navigator.clipboard.writeText(text)}>
          Copy
        </button>
        <button onClick={closeDialog}>Close</button>
      </div>
    </>,
  );
}

export function closeDialog(): void {
  shown.value = undefined;
}

effect(() => {
  void route.value;
  closeDialog();
});

/** A question is about the branch that the user saw. */
onOtherBranch(() => {
  if (shown.peek()?.isQuestion) closeDialog();
});

interface Question {
  readonly title: string;
  /** What follows from it. */
  readonly text: ComponentChildren;
  readonly action: string;
  readonly testId: string;
  readonly confirm: () => void;
}

/** Asks before a change that cannot be undone. */
export function ask({ title, text, action, testId, confirm }: Question): void {
  const children = (
    <>
      <p>{text}</p>
      <div class="buttons">
        <button
          class="danger"
          data-testid={testId}
          onClick={() => {
            closeDialog();
            confirm();
          }}
        >
          {action}
        </button>
        <button data-testid="cancel" onClick={closeDialog}>
          Cancel
        </button>
      </div>
    </>
  );
  shown.value = { title, children, isQuestion: true };
}

export function OpenDialog() {
  return shown.value === undefined ? null : <Dialog {...shown.value} />;
}

/** Escape closes it; the browser keeps the focus inside, and returns it afterwards. */
function Dialog({ title, children }: Shown) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => element.close();
  }, []);
  return (
    <dialog ref={dialog} onClose={closeDialog} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
