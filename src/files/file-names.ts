/** The file name for the world of a scenario: the scenario's name without characters that file names must not have. */
export function worldFileName(scenarioName: string): string {
  return `${scenarioName.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 80)}.gprsim`;
}
