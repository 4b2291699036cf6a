/** The option that a flag of `serve` is here: `worldsMax` for `worlds-max`. */
export function optionOf(flag: string): string {
  return flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
