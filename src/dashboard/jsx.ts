// What the bundle makes elements with. Unlike `jsx`, `h` takes children as arguments, which makes the script smaller.

export { Fragment, h } from 'preact';
