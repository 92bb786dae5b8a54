import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#test/support/network/free-port.ts';

/** Server processes that charge memberships at once, and what is done to them. */
export class MembershipWorkers {
  readonly kills = { count: 0 };
  readonly stops = { count: 0 };
  readonly #env: Readonly<Record<string, string>>;
  readonly #children: ChildProcess[] = [];

  constructor(env: Readonly<Record<string, string>>) {
    this.#env = env;
  }

  async start(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#add()));
  }

  /** Kills a process in the middle of its work and starts another one. */
  async kill(): Promise<void> {
    const child = this.#any();
    if (child === undefined) return;
    this.#children.splice(this.#children.indexOf(child), 1);
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    this.kills.count += 1;
    await this.#add();
  }

  /** Stops a process for some time, as a host that is too busy does, while others take over its work. */
  async stopFor(milliseconds: number): Promise<void> {
    const child = this.#any();
    if (child === undefined) return;
    child.kill('SIGSTOP');
    await pause(milliseconds);
    child.kill('SIGCONT');
    this.stops.count += 1;
  }

  async close(): Promise<void> {
    await Promise.all(
      this.#children.splice(0).map(async (child) => {
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      }),
    );
  }

  #any(): ChildProcess | undefined {
    return this.#children[Math.floor(Math.random() * this.#children.length)];
  }

  async #add(): Promise<void> {
    const env = { ...process.env, ...this.#env, PORT: String(await freePort()) };
    const child = fork(new URL('membership-worker.ts', import.meta.url), { env, execArgv: [], stdio: 'inherit' });
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('a worker has ended at its start')));
    ended.catch(() => undefined);
    await Promise.race([once(child, 'message'), ended]);
    this.#children.push(child);
  }
}
