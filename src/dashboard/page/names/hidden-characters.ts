// Shows the hidden characters of all texts on the page, wherever they come from, and names what nodes have. The text of a link
// is a name, and has no unit. What a user edits stays exact. A header of a table is that of its column, and a button sends no
// form, unless they have another attribute.

import { type ComponentChildren, Fragment, options, type VNode } from 'preact';
import { visibleLines } from '../../../looks/visible.ts';
import { inUnit } from '../../live/in-unit.ts';

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
  for (const name of SHOWN) if (typeof own[name] === 'string') own[name] = ownText(own[name]);
  if (own.children !== undefined)
    own.children = shown(own.children, type === 'a' || type === 'bdi' ? visibleLines : ownText);
}

function ownText(text: string): string {
  return inUnit(visibleLines(text));
}

function shown(children: ComponentChildren, text: typeof ownText): ComponentChildren {
  if (typeof children === 'string') return text(children);
  return Array.isArray(children) ? children.map((child) => shown(child, text)) : children;
}
