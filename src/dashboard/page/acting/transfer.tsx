// A long work of the server, which can be cancelled.

interface Props {
  readonly text: string;
  /** 0 to 1; undefined if it is unknown. */
  readonly share?: number | undefined;
  readonly cancel: () => void;
}

export function Transfer({ text, share, cancel }: Props) {
  return (
    <div class="transfer" data-testid="transfer">
      <progress value={share} aria-label={text} /> <span role="status">{text}</span>
      <button data-testid="cancel" onClick={cancel}>
        Cancel
      </button>
    </div>
  );
}
