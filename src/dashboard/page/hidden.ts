// Shows the hidden characters of all texts on the page, wherever they come from, and names what nodes have. What a user edits
// stays exact. A header of a table is that of its column, and a button sends no form, unless they have another attribute.

import { type ComponentChildren, Fragment, options, type VNode } from 'preact';
import { visibleLines } from '../../looks/visible.ts';
import { inUnit } from '../live/in-unit.ts';

/** Attributes that the browser shows or reads aloud. */
const SHOWN = ['title', 'aria-label', 'placeholder', 'label'];

/** Applies to all elements that are rendered from now on. */
export function showHiddenCharacters(): void {
  const before = options.vnode;
  options.vnode = (element) => {
    const { type } = element;
    if (type === Fragment || (typeof type === 'string' && type !== 'textarea')) show(element);
    before?.(element);
  };
}

function show({ type, props }: VNode): void {
  const own = props as Record<string, unknown> & { children?: ComponentChildren };
  // Without a value, that of an option is its text.
  if (type === 'option' && typeof own.children === 'string') own.value ??= own.children;
  if (type === 'th') own.scope ??= 'col';
  if (type === 'button') own.type ??= 'button';
  for (const name of SHOWN) if (typeof own[name] === 'string') own[name] = inUnit(visibleLines(own[name]));
  if (own.children !== undefined) own.children = shown(own.children);
}

function shown(children: ComponentChildren): ComponentChildren {
  if (typeof children === 'string') return inUnit(visibleLines(children));
  return Array.isArray(children) ? children.map(shown) : children;
}
