// The cluster-access document of a workspace. Its address leads nowhere, because clusters are simulated. Its token has
// another audience and does not open this interface.

interface Access {
  readonly cluster: string;
  readonly workspace: string;
  readonly namespace: string;
  readonly token: string;
}

/** A kubeconfig in YAML. Values are quoted as JSON, which is valid YAML. */
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
