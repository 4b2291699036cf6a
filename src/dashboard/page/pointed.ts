import { computed, effect, signal } from '@preact/signals';
import { route } from '../address/route.ts';

/** The id of the GPR under the pointer: every part of the page marks it. */
export const pointed = signal<string | undefined>(undefined);

const place = computed(() => route.value.join('/'));

/** What is gone with its place sends no `pointerleave`. */
effect(() => {
  if (place.value !== undefined) pointed.value = undefined;
});

function marking(
  gprId: string | null,
  around: string | null,
): readonly [mark: () => void, unmark: () => void] {
  return [() => (pointed.value = gprId ?? undefined), () => (pointed.value = around ?? undefined)];
}

/** The handlers of what shows a GPR: under the pointer, it marks the GPR. @param around the GPR of what is around it */
export function pointing(gprId: string | null, around: string | null = null) {
  const [onPointerEnter, onPointerLeave] = marking(gprId, around);
  return { onPointerEnter, onPointerLeave };
}

/** The same with the focus. */
export function focusing(gprId: string) {
  const [onFocus, onBlur] = marking(gprId, null);
  return { onFocus, onBlur };
}
