// The place of all resources besides GPRs: a list of them, and the table of one.

import { addressOf } from '../address/route.ts';
import { keys, policies, workspaces } from './descriptions/access.ts';
import { endpoints } from './descriptions/endpoints.tsx';
import { bindings, gprTemplates } from './descriptions/gpr-templates.ts';
import { placements, workloadTemplates } from './descriptions/workloads.tsx';
import type { Resource } from './resource.ts';
import { Resources } from './resource-table.tsx';

const known: readonly Resource[] = [
  endpoints,
  placements,
  workloadTemplates,
  gprTemplates,
  bindings,
  workspaces,
  policies,
  keys,
];

export function ResourcesPlace({ name }: { readonly name: string | undefined }) {
  const shown = known.find((resource) => resource.name === name) ?? known[0];
  return (
    <div class="with-list">
      <nav aria-label="Resources" class="side">
        {known.map(({ name: other, title }) => (
          <a
            key={other}
            href={addressOf('resources', other)}
            aria-current={other === shown.name ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      <Resources key={shown.name} resource={shown} />
    </div>
  );
}
