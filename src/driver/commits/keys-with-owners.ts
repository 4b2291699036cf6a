import type { ApiKey, Keys } from '../world.ts';

/** The keys of a world that the Owners of its process open, too. All other calls are about its own keys. */
export function keysWithOwners(own: Keys, process: Pick<Keys, 'byValue' | 'byId'>): Keys {
  return {
    ...own,
    byValue: (apiKey) => own.byValue(apiKey) ?? owner(process.byValue(apiKey)),
    byId: (id) => own.byId(id) ?? owner(process.byId(id)),
  };
}

/** Workspaces of another world mean nothing here. */
function owner(key: ApiKey | undefined): ApiKey | undefined {
  return key?.role === 'Owner' ? { ...key, workspaceName: '', workspaceCreation: null } : undefined;
}
