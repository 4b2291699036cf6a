/** The name of the file of a scenario's world. A scenario's name is free text; a file's is not. */
export function worldFileName(scenarioName: string): string {
  return `${scenarioName.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 80)}.gprsim`;
}
