import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseHost } from './database-hosts.ts';
import { until } from './database-hosts.ts';
import type { HostsFixture } from './hosts-fixture.ts';

/** Something that goes wrong, and how it is mended. */
export interface HostFault {
  readonly name: string;
  /** Most seconds without a write, or, with `isPlanned`, in which writes may be refused: they may wait. */
  readonly seconds: number;
  readonly isPlanned?: boolean;
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
  name: 'a rolling upgrade of the servers',
  seconds: 3,
  isPlanned: true,
  async run(fixture) {
    for (const server of fixture.servers) {
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

export const hostFaults: readonly HostFault[] = [
  killed,
  cutOff,
  withoutEtcd,
  lossy,
  diskFull,
  planned,
  upgrade,
  noMajority,
];
