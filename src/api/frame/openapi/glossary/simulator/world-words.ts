import { ofEach, type Words } from '../word.ts';

export const worldWords = {
  worlds: ['The worlds, by name.'],
  limits: ['The limits of the server.'],
  'limits.worlds': ['The number of worlds.', 200],
  'limits.memoryBytes': ['About how much memory the worlds may take together.', 1_000_000_000],
  'limits.idleMs': [
    'After how many real milliseconds without a request a world in memory is removed, or a file closed.',
    1_800_000,
  ],
  'createWorld.name': [
    'Its name: 1 to 63 lower-case letters, digits and hyphens that begin with no hyphen.',
    'checkout-1',
  ],
  'deleteWorld.name': ['The name of the world.', 'checkout-1'],
  'DeleteWorldAnswer.name': ['The name of the deleted world.', 'checkout-1'],
  'createWorld.scenario': [
    'The name of a built-in scenario, or the content of a scenario file that names no other file; null means that of the server.',
    'quiet',
  ],
  'createWorld.from': ['The name of a world that is copied as it is now; null means none.', null],
  'createWorld.seed': ['The seed; null means that of the scenario.', null],
  'createWorld.speed': ['Simulated seconds per real second; null means that the clock is paused.', null],
  'CreateWorldAnswer.apiKey': ['Its first Owner key, which opens only this world.'],
  ...ofEach(['worlds', 'CreateWorldAnswer'], {
    name: ['Its name.', 'checkout-1'],
    path: ['Where its interface begins, on the address of the server.', '/worlds/checkout-1'],
    scenario: ['The name of its scenario; null if its file is closed.', 'quiet'],
    seed: ['The seed of its scenario; null if its file is closed.', 42],
    now: ['Its simulated instant; null if its file is closed.', '2026-01-05T08:00:00.000Z'],
    mode: ['Whether its clock runs; null if its file is closed.', 'paused'],
    speed: ['Simulated seconds per real second; null if its file is closed.', 1],
    isOpen: ['Whether it is open. A closed file opens at the next request.', true],
    memoryBytes: ['About how much memory it takes.', 600_000],
    idleMs: ['Real milliseconds since its last request ended.', 12],
  }),
} satisfies Words;
