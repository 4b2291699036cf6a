// A Slurm of one node that runs as long as a test. It listens on the loopback interface only.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

const PROGRAMS = ['munged', 'slurmctld', 'slurmd', 'sbatch', 'squeue', 'sinfo'];
const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;

/** Why no Slurm can be started here; false if it can. */
export const withoutSlurm = (() => {
  const folders = PATH.split(':');
  const missing = PROGRAMS.find((name) => !folders.some((folder) => existsSync(join(folder, name))));
  if (missing !== undefined)
    return `${missing} is not installed (Debian: slurmctld, slurmd, slurm-client, munge)`;
  const isKnown = spawnSync('getent', ['hosts', hostname()]).status === 0;
  return isKnown ? false : `the name of this machine, ${hostname()}, has no address`;
})();

export class Slurm {
  /** For commands of Slurm and for scripts that call them. */
  readonly env: NodeJS.ProcessEnv;
  readonly #folder: string;
  readonly #daemons: ChildProcess[] = [];

  private constructor(folder: string) {
    this.#folder = folder;
    this.env = { ...process.env, PATH, SLURM_CONF: join(folder, 'slurm.conf') };
  }

  static async start(t: TestContext): Promise<Slurm> {
    // Not below a long path: the name of a socket has at most 108 bytes.
    const slurm = new Slurm(mkdtempSync(join(tmpdir(), 'slurm-')));
    t.after(() => slurm.#stop());
    await slurm.#start();
    return slurm;
  }

  /** Waits until no job is queued or runs. */
  async idle(): Promise<void> {
    await this.#until(() => this.run('squeue', '-h') === '', 'the queue is empty', 120_000);
  }

  /** Standard output of a command of Slurm, without blanks around it. */
  run(command: string, ...args: string[]): string {
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env: this.env });
    assert.equal(status, 0, `${command}: ${stderr}`);
    return stdout.trim();
  }

  async #start(): Promise<void> {
    const at = (name: string) => join(this.#folder, name);
    for (const name of ['state', 'spool', 'log']) mkdirSync(at(name));
    mkdirSync(at('munge'), { mode: 0o700 });
    writeFileSync(at('munge/key'), randomBytes(1024), { mode: 0o600 });
    const [controller, node] = await freePorts();
    writeFileSync(at('slurm.conf'), configuration(this.#folder, controller, node));

    this.#spawn('munged', [
      '--foreground',
      '--force',
      `--key-file=${at('munge/key')}`,
      `--socket=${at('munge/socket')}`,
      `--pid-file=${at('munge/pid')}`,
      `--log-file=${at('munge/log')}`,
      `--seed-file=${at('munge/seed')}`,
    ]);
    await this.#until(() => existsSync(at('munge/socket')), 'munged has a socket');
    this.#spawn('slurmctld', ['-D', '-c', '-f', at('slurm.conf')]);
    this.#spawn('slurmd', ['-D', '-N', hostname().split('.')[0], '-f', at('slurm.conf')]);
    const isIdle = () =>
      spawnSync('sinfo', ['-h', '-o', '%T'], { env: this.env }).stdout?.toString() === 'idle\n';
    await this.#until(isIdle, 'the node is idle');
  }

  #spawn(program: string, args: readonly string[]): void {
    this.#daemons.push(spawn(program, args, { env: this.env, stdio: 'ignore' }));
  }

  async #until(isSo: () => boolean, what: string, limitMs = 30_000): Promise<void> {
    const endAt = performance.now() + limitMs;
    while (!isSo()) {
      if (performance.now() > endAt) assert.fail(`it took too long until ${what}:\n${this.#logs()}`);
      await sleep(100);
    }
  }

  #logs(): string {
    const logs = ['log/slurmctld', 'log/slurmd'].map((name) => join(this.#folder, name));
    return logs.map((log) => (existsSync(log) ? readFileSync(log, 'utf8').slice(-2_000) : '')).join('\n');
  }

  async #stop(): Promise<void> {
    for (const daemon of this.#daemons.reverse()) {
      if (daemon.exitCode !== null || daemon.signalCode !== null) continue;
      const ended = once(daemon, 'exit');
      daemon.kill('SIGTERM');
      const isEnded = await Promise.race([ended.then(() => true), sleep(10_000, false, { ref: false })]);
      if (!isEnded) daemon.kill('SIGKILL');
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function freePorts(): Promise<number[]> {
  const servers = [createServer(), createServer()];
  const ports: number[] = [];
  for (const server of servers) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ports.push((server.address() as { port: number }).port);
  }
  for (const server of servers) server.close();
  return ports;
}

function configuration(folder: string, controllerPort: number, nodePort: number): string {
  const host = hostname().split('.')[0];
  const user = userInfo().username;
  return `ClusterName=test
SlurmctldHost=${host}(127.0.0.1)
SlurmctldPort=${controllerPort}
SlurmdPort=${nodePort}
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
SlurmUser=${user}
SlurmdUser=${user}
AuthType=auth/munge
AuthInfo=socket=${folder}/munge/socket
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/slurmd.pid
SlurmctldLogFile=${folder}/log/slurmctld
SlurmdLogFile=${folder}/log/slurmd
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=1
SlurmdParameters=config_overrides
ReturnToService=2
NodeName=${host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=1000
PartitionName=all Nodes=${host} Default=YES MaxTime=INFINITE State=UP
`;
}
