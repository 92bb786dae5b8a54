import { setTimeout as pause } from 'node:timers/promises';
import { createMember, type Member } from './member.ts';
import { startProxy } from './proxy.ts';

interface FleetOptions {
  /** The package's folder, which is the release to start. */
  readonly folder: string;
  /** How many server processes. */
  readonly processes: number;
  readonly host: string;
  /** The port of the proxy. */
  readonly port: number;
  /** The ports of the processes, one each, on 127.0.0.1. */
  readonly ports: readonly number[];
  /** The environment of the processes: database, provider, secrets. Ports and the public address are added. */
  readonly env: Readonly<Record<string, string | undefined>>;
  changed(members: readonly Member[]): void;
  /** Logs a line of the fleet itself. */
  log(line: string): void;
  /** Called for each line that a server process writes. */
  said(line: string, member: number): void;
}

/** Server processes behind one address. */
export interface RunningFleet {
  readonly url: string;
  readonly members: readonly Member[];
  /**
   * Replaces the processes one after the other, by another release if its folder is given. Each is drained, stopped when it has finished
   * its requests, and started again before the next one is drained. Throws if one does not start; the others continue.
   */
  roll(folder?: string): Promise<void>;
  /** Resolves when every process is ready and gets requests; false if that takes longer than the limit. */
  isWhole(limitMilliseconds: number): Promise<boolean>;
  stop(): Promise<void>;
}

/** No request takes longer. */
const longestRequest = 15_000;
const upLimit = 60_000;

/** Starts server processes behind HAProxy. The first one starts alone, because it builds and migrates for the others. */
export async function startFleet(options: FleetOptions): Promise<RunningFleet> {
  const { host, port, ports, processes, log } = options;
  const url = `http://${host}:${port}`;
  let release = options.folder;
  const members: Member[] = Array.from({ length: processes }, (_, index) =>
    createMember({
      number: index + 1,
      port: ports[index] ?? 0,
      folder: () => release,
      env: { ...options.env, HOST: '127.0.0.1', PUBLIC_URL: options.env.PUBLIC_URL ?? url },
      changed: () => options.changed(members),
      said: (line) => options.said(line, index + 1),
    }),
  );
  const proxy = await startProxy({
    host,
    port,
    log,
    servers: ports.slice(0, processes).map((one) => `127.0.0.1:${one}`),
  });
  const stop = async () => {
    proxy.stopAccepting();
    await Promise.all(members.map((member) => member.stop()));
    await proxy.stop();
  };
  const isWhole = async (limit: number) => {
    const giveUpAt = Date.now() + limit;
    while (members.some(({ state }) => state !== 'ready')) {
      if (Date.now() > giveUpAt) return false;
      await pause(50);
    }
    const up = await Promise.all(members.map(({ number }) => proxy.becomesUp(number, giveUpAt - Date.now())));
    return up.every((one) => one);
  };
  const replace = async (member: Member) => {
    await proxy.setState(member.number, 'drain');
    member.drains();
    // A request of the proxy may still be on its way; a busy process that is stopped now would never accept it.
    await proxy.becomesIdle(member.number, longestRequest);
    await member.stop();
    try {
      await member.start();
    } finally {
      await proxy.setState(member.number, 'ready');
    }
    if (!(await proxy.becomesUp(member.number, upLimit))) throw new Error(`server ${member.number} gets no requests`);
  };
  try {
    const [first, ...others] = members;
    await first?.start();
    await Promise.all(others.map((member) => member.start()));
    if (!(await isWhole(upLimit))) throw new Error('the proxy sends no requests to the servers');
  } catch (error) {
    await stop();
    throw error;
  }
  let rolling: Promise<void> = Promise.resolve();
  return {
    url,
    members,
    isWhole,
    stop,
    roll(folder) {
      const turn = rolling.then(async () => {
        release = folder ?? release;
        for (const member of members) await replace(member);
      });
      rolling = turn.catch(() => undefined);
      return turn;
    },
  };
}
