// API keys.

export type Role = 'Owner' | 'Editor' | 'Viewer';

export interface ApiKey {
  readonly id: string;
  readonly apiKey: string;
  readonly name: string;
  readonly description: string;
  readonly role: Role;
  readonly userName: string;
  readonly saName: string;
  /** '' for Owner keys without a workspace. */
  readonly workspaceName: string;
  /** Creation number of the workspace (WorkspaceView.creation), null without one. */
  readonly workspaceCreation: number | null;
  /** YYYY-MM-DD, the last valid UTC day (real time). */
  readonly validity: string;
  readonly tokenTtlSeconds: number;
}

/** API keys: process tables of the world's file, never part of the simulation. */
export interface Keys extends KnownKeys {
  create(key: Omit<ApiKey, 'id' | 'apiKey' | 'saName' | 'tokenTtlSeconds'>): ApiKey;
  /** Returns false if the key is unknown. */
  remove(apiKey: string): boolean;
}

export interface KnownKeys {
  byValue(apiKey: string): ApiKey | undefined;
  byId(id: string): ApiKey | undefined;
  list(): readonly ApiKey[];
  /** 32 bytes that sign tokens of this file. */
  readonly secret: Uint8Array;
}
