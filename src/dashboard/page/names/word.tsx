/** A word whose meaning is shown at the pointer, and below while the word has the focus: by key or by touch. */
export function Word({ is, means }: { readonly is: string; readonly means: string | undefined }) {
  if (means === undefined) return <>{is}</>;
  // Some browsers focus a button by touch only with a tabIndex.
  return (
    <button class="word" tabIndex={0} title={means}>
      {is}
    </button>
  );
}
