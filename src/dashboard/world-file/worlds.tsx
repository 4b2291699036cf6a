// The other worlds of the server, as a resource.

import type { Resource } from '../resources/resource.ts';
import { instant, span } from '../text/spans.ts';
import { sizeOf } from './download.ts';

export const worlds: Resource = {
  name: 'worlds',
  title: 'Other worlds of the server',
  one: 'world',
  list: 'sim/worlds',
  member: 'worlds',
  key: 'name',
  columns: [
    { title: 'World', show: ({ name }) => <a href={`worlds/${name}/`}>{name}</a> },
    { title: 'Scenario', member: 'scenario' },
    { title: 'Seed', member: 'seed', isNumber: true },
    { title: 'Now', show: ({ now }) => now && instant(now) },
    { title: 'Clock', show: ({ isOpen, mode, speed }) => (isOpen ? `${mode}, speed ${speed}` : 'closed') },
    { title: 'Memory', isNumber: true, show: ({ memoryBytes }) => sizeOf(memoryBytes) },
    { title: 'Unused for', show: ({ idleMs }) => span(idleMs) },
  ],
  create: {
    operation: 'createWorld',
    method: 'POST',
    path: 'sim/worlds',
    fields: () => [
      { name: 'name', label: 'Name', kind: 'text', isRequired: true },
      {
        name: 'scenario',
        label: 'Scenario',
        kind: 'text',
        hint: 'Such as quiet; empty: that of the server.',
      },
      { name: 'from', label: 'Copy of the world', kind: 'text' },
      { name: 'seed', label: 'Seed', kind: 'number' },
      { name: 'speed', label: 'Speed', kind: 'number', hint: 'Empty: paused.' },
    ],
    done: ({ name }) => `Created the world ${name} with this Owner key`,
    kept: ({ apiKey }) => apiKey,
  },
  remove: {
    operation: 'deleteWorld',
    path: 'sim/worlds/{name}',
    warning: 'Its GPRs, keys and file, if it has one, are lost.',
  },
};
