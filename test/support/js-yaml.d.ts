declare module 'js-yaml' {
  /** Texts, lists and maps only. */
  export const FAILSAFE_SCHEMA: object;
  export function load(text: string, options?: { readonly schema: object }): unknown;
  export function loadAll(text: string): unknown[];
}
