export const nodeFlags = [
  // In MB. With the default of 1, a start has six minor garbage collections before the first answer.
  '--min-semi-space-size=8',
  // The loader that boot.cjs uses for modules is experimental.
  '--disable-warning=ExperimentalWarning',
];
