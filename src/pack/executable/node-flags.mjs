/** What the Node of an executable is started with. */
export const nodeFlags = [
  // MB. By itself the space of young objects begins with one, and would be emptied six times before the first answer.
  '--min-semi-space-size=8',
];
