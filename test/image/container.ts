import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { imageName } from './build-image.ts';

const run = promisify(execFile);

/** How compose.yaml runs it: without rights, on a root that cannot be written to, within limits. */
const confined = [
  '--read-only',
  '--tmpfs',
  '/tmp',
  '--cap-drop',
  'all',
  '--security-opt',
  'no-new-privileges',
  '--memory',
  '1g',
  '--cpus',
  '2',
  '--ulimit',
  'nofile=16384:16384',
  '--ulimit',
  'nproc=4096:4096',
];

/** podman without systemd complains that it cannot repeat health checks by itself; here they are asked for. */
const podman = async (...words: string[]) => (await run('podman', ['--runtime', 'runc', ...words])).stdout.trim();

const settings = (env: Readonly<Record<string, string>>) =>
  Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);

/** Runs a command in a container of its own, and returns what it prints. */
export function runOnce(env: Readonly<Record<string, string>>, ...command: string[]): Promise<string> {
  const words = ['run', '--rm', '--network', 'host', '--no-healthcheck', ...confined];
  return podman(...words, ...settings(env), imageName, ...command);
}

/** A running container of the image. */
export class Container {
  readonly #id: string;

  private constructor(id: string) {
    this.#id = id;
  }

  static async start(env: Readonly<Record<string, string>>): Promise<Container> {
    return new Container(
      await podman('run', '--detach', '--network', 'host', ...confined, ...settings(env), imageName),
    );
  }

  /** Runs a command in it; null if that fails. */
  run(...command: string[]): Promise<string | null> {
    return podman('exec', this.#id, ...command).catch(() => null);
  }

  /** Repeats the image's own health check until it holds. Returns what podman then says of the container, and the seconds. */
  async untilHealthy(): Promise<{ status: string; seconds: number }> {
    const begun = performance.now();
    for (;;) {
      const isHealthy = await podman('healthcheck', 'run', this.#id).then(
        () => true,
        () => false,
      );
      const seconds = (performance.now() - begun) / 1_000;
      if (isHealthy) {
        return { status: await podman('inspect', '--format', '{{.State.Health.Status}}', this.#id), seconds };
      }
      if (seconds > 90) throw new Error(`it does not become healthy:\n${await this.log()}`);
      await pause(500);
    }
  }

  log(): Promise<string> {
    return podman('logs', '--tail', '20', this.#id);
  }

  /** Sends SIGTERM. Returns the exit status and the seconds until the end. */
  async terminate(): Promise<{ code: number; seconds: number }> {
    const begun = performance.now();
    await podman('kill', '--signal', 'TERM', this.#id);
    const code = Number(await podman('wait', this.#id));
    return { code, seconds: (performance.now() - begun) / 1_000 };
  }

  remove(): Promise<string> {
    return podman('rm', '--force', this.#id);
  }
}
