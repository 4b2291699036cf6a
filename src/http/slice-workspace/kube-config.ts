// The cluster-access document of a workspace. Its cluster is simulated: the address leads nowhere, and the token has
// an audience of its own.

interface Access {
  readonly cluster: string;
  readonly workspace: string;
  readonly namespace: string;
  readonly token: string;
}

/** A kubeconfig in YAML. Values are quoted as JSON, which YAML reads as it stands. */
export function kubeConfig({ cluster, workspace, namespace, token }: Access): string {
  const user = `${workspace}-workspace`;
  const context = `${user}@${cluster}`;
  const q = JSON.stringify;
  return [
    'apiVersion: v1',
    'kind: Config',
    'clusters:',
    `    - name: ${q(cluster)}`,
    '      cluster:',
    '        server: "https://cluster.invalid:6443"',
    'users:',
    `    - name: ${q(user)}`,
    '      user:',
    `        token: ${q(token)}`,
    'contexts:',
    `    - name: ${q(context)}`,
    '      context:',
    `        cluster: ${q(cluster)}`,
    `        namespace: ${q(namespace)}`,
    `        user: ${q(user)}`,
    `current-context: ${q(context)}`,
    '',
  ].join('\n');
}
