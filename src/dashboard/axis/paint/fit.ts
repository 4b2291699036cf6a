/** Sets the size of a canvas in CSS pixels, which clears it, if it has changed. @param ratio device pixels of a CSS pixel */
export function fit(canvas: HTMLCanvasElement, width: number, height: number, ratio: number): void {
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width === wide && canvas.height === high) return;
  canvas.width = wide;
  canvas.height = high;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
}
