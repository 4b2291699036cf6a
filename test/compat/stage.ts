import { createWorkspace } from './access.ts';
import type { Gpu } from './gprs.ts';
import { workspaceInventory } from './inventory.ts';
import type { StrictClient } from './strict-client.ts';

/** A new workspace and, like in scripts, the first GPU type of its inventory. */
export async function workspaceWithGpu(
  client: StrictClient,
  name: string,
): Promise<{ workspace: string; gpu: Gpu }> {
  const workspace = await createWorkspace(client, { name });
  const [{ instanceType, gpuShape }] = await workspaceInventory(client, workspace);
  return { workspace, gpu: { instanceType, gpuShape } };
}
