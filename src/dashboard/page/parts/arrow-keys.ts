// Lists of many controls: Tab reaches the first one of each kind, and the arrow keys move between those of its kind.

type Keyed = KeyboardEvent & { readonly currentTarget: HTMLElement };

/** @param kinds selectors, each of controls among which the keys move */
export function arrowKeys(...kinds: readonly string[]): (event: Keyed) => void {
  return (event) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    const target = event.target as HTMLElement;
    const kind = kinds.find((of) => target.matches(of));
    if (step === undefined || kind === undefined) return;
    const controls = [...event.currentTarget.querySelectorAll<HTMLElement>(kind)];
    event.preventDefault();
    controls[controls.indexOf(target) + step]?.focus();
  };
}
