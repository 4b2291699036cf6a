// The GPR templates that a workspace may use.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { BindingRecord, GprTemplateRecord } from '../../api/sim/answers.ts';
import type { Values } from '../form/field.ts';
import { following } from '../live/live.ts';
import { read } from '../session/server-call.ts';

const bindings = signal<readonly BindingRecord[]>([]);
const templates = signal<readonly GprTemplateRecord[]>([]);

/** Keeps the templates up to date while the component is shown. */
export function useTemplates(): void {
  useEffect(
    () =>
      following(async () => {
        const [bound, known] = await Promise.all([
          read<{ templateBindings: BindingRecord[] }>('api/v1/gpr-template-binding/list'),
          read<{ items: GprTemplateRecord[] }>('api/v1/gpr-template/list'),
        ]);
        bindings.value = bound.templateBindings;
        templates.value = known.items;
      }),
    [],
  );
}

/** The names of the templates that the workspace may use now. */
export function templatesOf(workspace: string): readonly string[] {
  const bound = bindings.value.find(({ name }) => name === workspace)?.clusters ?? [];
  const ready = bound.flatMap((cluster) =>
    cluster.templates.filter((name) => (cluster.templateStatus[name] ?? 'Ready') === 'Ready'),
  );
  return [...new Set(ready)];
}

/** What a template enters into the form. */
export function valuesOfTemplate(name: string): Values {
  const template = templates.value.find((known) => known.name === name);
  if (template === undefined) return {};
  const { name: _, memoryPerGpu, ...others } = template;
  const entries = Object.entries({ ...others, memoryPerGPU: memoryPerGpu });
  return Object.fromEntries(
    entries.map(([member, value]) => [
      member,
      typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value),
    ]),
  );
}
