import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface Props {
  readonly title: string;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

/** A dialog over the page. Escape closes it; the browser keeps the focus inside, and returns it afterwards. */
export function Dialog({ title, close, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const shown = dialog.current!;
    shown.showModal();
    return () => shown.close();
  }, []);
  return (
    <dialog ref={dialog} onClose={close} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

interface QuestionProps {
  readonly title: string;
  /** What follows from it. */
  readonly children: ComponentChildren;
  readonly action: string;
  readonly testId: string;
  readonly confirm: () => void;
  readonly close: () => void;
}

/** Asks before a change that cannot be undone. */
export function Question({ title, children, action, testId, confirm, close }: QuestionProps) {
  return (
    <Dialog title={title} close={close}>
      <p>{children}</p>
      <div class="buttons">
        <button
          class="danger"
          data-testid={testId}
          onClick={() => {
            close();
            confirm();
          }}
        >
          {action}
        </button>
        <button data-testid="cancel" onClick={close}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
