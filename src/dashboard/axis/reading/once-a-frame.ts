// Draws at most once in a frame.

import { effect } from '@preact/signals';

/** Draws the newest prepared picture with the next frame. @param prepare reads signals; undefined: nothing to draw */
export function onceAFrame(prepare: () => (() => void) | undefined): () => void {
  let draw: (() => void) | undefined;
  let frame = 0;
  const end = effect(() => {
    draw = prepare();
    if (draw === undefined || frame !== 0) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      draw?.();
    });
  });
  return () => {
    end();
    cancelAnimationFrame(frame);
  };
}
