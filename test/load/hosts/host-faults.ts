import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '#base/db/migrations.server.ts';
import { releaseFolder } from '#test/load/processes/old-release.ts';
import type { DatabaseHost } from './database-hosts.ts';
import { until } from './database-hosts.ts';
import type { HostsFixture } from './hosts-fixture.ts';
import { directUrl } from './server-host.ts';

/** Something that goes wrong, and how it is mended. */
export interface HostFault {
  readonly name: string;
  /** Most seconds without a write, or, with `isPlanned`, in which writes may be refused: they may wait. */
  readonly seconds: number;
  readonly isPlanned?: boolean;
  /** Replaces the previous release. */
  readonly isUpgrade?: boolean;
  run(fixture: HostsFixture): Promise<void>;
}

/** What etcd's members and clients say to each other. */
const etcdRules = ['INPUT', 'OUTPUT'].flatMap((chain) =>
  [2379, 2380].flatMap((port) =>
    ['--dport', '--sport'].map((side) => `${chain} ${chain === 'INPUT' ? '-i' : '-o'} eth0 -p tcp ${side} ${port}`),
  ),
);

const otherThan = (fixture: HostsFixture, one: DatabaseHost) => fixture.databases.filter((other) => other !== one);

/** Waits until another host is the primary. */
const moved = (fixture: HostsFixture, from: DatabaseHost) =>
  until(
    'another primary',
    async () => (await Promise.all(otherThan(fixture, from).map((one) => one.isPrimary()))).includes(true),
    45,
  );

const killed: HostFault = {
  name: "the primary's host killed, all its processes",
  seconds: 30,
  async run(fixture) {
    const primary = await fixture.primary();
    await primary.host.kill();
    await moved(fixture, primary);
    await pause(3_000);
    await primary.start();
  },
};

const cutOff: HostFault = {
  name: "the primary's host cut off from all others",
  seconds: 30,
  async run(fixture) {
    const primary = await fixture.primary();
    await primary.host.setWire('down');
    await moved(fixture, primary);
    await pause(3_000);
    await primary.host.setWire('up');
  },
};

const withoutEtcd: HostFault = {
  name: 'the primary cut off from etcd only, for 25 s',
  seconds: 30,
  async run(fixture) {
    const { host } = await fixture.primary();
    await host.drop('-A', ...etcdRules);
    await pause(25_000);
    await host.drop('-D', ...etcdRules);
  },
};

const lossy: HostFault = {
  name: "5 % of all packets to the primary's host lost, for 20 s",
  seconds: 30,
  async run(fixture) {
    const { host } = await fixture.primary();
    const rule = 'INPUT -i eth0 -m statistic --mode random --probability 0.05';
    await host.drop('-A', rule);
    await pause(20_000);
    await host.drop('-D', rule);
  },
};

const slow: HostFault = {
  name: "the primary's host 200 ms away, and 5 % of all packets to it lost, for 20 s",
  seconds: 30,
  async run(fixture) {
    const { host } = await fixture.primary();
    const restore = await host.slowWire({ seconds: 0.1, lost: 0.05 });
    await pause(20_000);
    await restore();
  },
};

const diskFull: HostFault = {
  name: "the primary's disk full for 15 s",
  // It stays the primary: PostgreSQL only refuses what needs room, until there is some.
  seconds: 20,
  async run(fixture) {
    const free = await (await fixture.primary()).fillDisk();
    await pause(15_000);
    await free();
  },
};

const planned: HostFault = {
  name: 'a planned switchover',
  seconds: 3,
  isPlanned: true,
  async run(fixture) {
    const primary = await fixture.primary();
    const standby = (await primary.members()).find(({ role }) => role === 'sync_standby');
    await primary.switchOver(standby?.name ?? '');
    await moved(fixture, primary);
  },
};

const upgrade: HostFault = {
  name: 'a rolling upgrade from the previous release, with its migrations',
  seconds: 3,
  isPlanned: true,
  isUpgrade: true,
  async run({ servers }) {
    // The first process of a release migrates; those of the other one serve meanwhile.
    await migrate({ url: directUrl, folder: join(releaseFolder, 'migrations') });
    await pause(2_000);
    for (const server of servers) {
      await server.stopProduct();
      server.startProduct();
      await until('the new server is ready', () => server.isReady(), 60);
      await pause(1_500);
    }
  },
};

const noMajority: HostFault = {
  name: 'etcd without a majority, for 15 s',
  seconds: 30,
  async run(fixture) {
    const primary = await fixture.primary();
    const others = otherThan(fixture, primary);
    for (const { host } of others) await host.drop('-A', ...etcdRules);
    await pause(15_000);
    for (const { host } of others) await host.drop('-D', ...etcdRules);
  },
};

/** The servers are of the previous release until the first of them is over. */
export const hostFaults: readonly HostFault[] = [
  upgrade,
  killed,
  cutOff,
  withoutEtcd,
  lossy,
  slow,
  diskFull,
  planned,
  noMajority,
];

/** Those after which another host must become the primary. */
export const deadPrimaries: readonly HostFault[] = [killed, cutOff];
