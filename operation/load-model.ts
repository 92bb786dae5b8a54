/**
 * `node operation/load-model.ts [monthly users …]`: what the units measured in docs/scaling.md make of so many monthly users. Prints the loads of
 * the busiest second, the layout and the first bottleneck.
 */
import { pathToFileURL } from 'node:url';

/** Measured; docs/scaling.md names the run of each. */
const units = {
  /** Milliseconds of the CPU of server and database for one of each. */
  donation: { server: 4.72, database: 4.44 },
  renderedPage: { server: 9.65, database: 2.22 },
  cachedPage: { server: 0.093, database: 0.005 },
  readList: { server: 1.01, database: 0.79 },
  alertQuestion: { server: 0.7, database: 1.38 },
  /** Milliseconds of a NOTIFY that does not wait for the disk; there is one at a time. */
  notify: 0.14,
  /** Kilobytes of a server process for one open stream. */
  streamKilobytes: 17,
  /** Kilobytes of the write-ahead log for a donation. */
  logKilobytes: 12.9,
  /** Bytes of one row with its indexes, of a million donations. */
  row: {
    donation: 540,
    payment: 347,
    posting: 171,
    entry: 190,
    alert: 347,
    order: 921,
    line: 414,
    step: 180,
    product: 1_299,
    person: 681,
  },
} as const;

/** Assumed; change them to what is known of the users. */
const assumptions = {
  pagesPerUser: 20,
  listsPerPage: 2,
  donationsPerUser: 0.1,
  ordersPerUser: 0.01,
  creatorsPerUser: 0.01,
  productsPerCreator: 1,
  registeredShare: 0.1,
  cachedPages: 0.95,
  cachedLists: 0.8,
  /** The busiest second of a month against its average one. */
  peak: 10,
  /** Of the creators, who stream in the busiest hour; each has an alert page, a statistics page and the cabinet open. */
  liveShare: 0.05,
  streamsPerLiveCreator: 3,
  /** Questions for the next alert: one by each alert page when a donation comes, and one when it was shown. */
  questionsPerDonation: 3,
  /** Commits that every process is to know of: paid, handed to a source, shown. Each has a NOTIFY of its own until they come so fast that one has several. */
  hintedCommitsPerDonation: 3,
  /** Months for which rows are stored. */
  months: 24,
  /** The share of anything that is used in the busiest second, so that a host may die. */
  use: 0.5,
} as const;

/** What one host has. */
const host = {
  cores: 8,
  gigabytes: 32,
  databaseCores: 32,
  databaseGigabytes: 256,
  diskGigabytes: 4_000,
  streams: 40_000,
} as const;

const monthSeconds = 30 * 86_400;
const { row } = units;

/** Bytes of a donation with its payment, postings and alert; a payment has 1 posting of 3.3 entries. */
const paidBytes = row.payment + row.posting + 3.3 * row.entry;

interface Rows {
  readonly donations: number;
  readonly orders: number;
  readonly products: number;
  readonly people: number;
}

/** Gigabytes of a database with so many rows. */
export function databaseGigabytes({ donations, orders, products, people }: Rows): number {
  const ofDonation = row.donation + paidBytes + 0.96 * row.alert;
  const ofOrder = row.order + 2 * row.line + 5 * row.step + paidBytes;
  return (donations * ofDonation + orders * ofOrder + products * row.product + people * row.person) / 1e9;
}

/** Donations made and paid a second by so many cores that server and database share. */
export function donationsPerSecond(cores: number): number {
  return (cores * 1_000) / (units.donation.server + units.donation.database);
}

interface Load {
  readonly users: number;
  /** In the busiest second. */
  readonly donations: number;
  readonly pages: number;
  readonly streams: number;
  readonly hints: number;
  /** Cores at work in the busiest second. */
  readonly serverCores: number;
  readonly databaseCores: number;
  readonly logMegabytes: number;
  /** After `months`. */
  readonly storedGigabytes: number;
}

/** The busiest second of a month with so many users. */
export function loadOf(users: number): Load {
  const a = assumptions;
  const inPeak = (perMonth: number) => (users * perMonth * a.peak) / monthSeconds;
  const donations = inPeak(a.donationsPerUser);
  const pages = inPeak(a.pagesPerUser);
  const rates = {
    donation: donations + inPeak(a.ordersPerUser),
    renderedPage: pages * (1 - a.cachedPages),
    // What is cached costs the same whether a page or a list.
    cachedPage: pages * a.cachedPages + pages * a.listsPerPage * a.cachedLists,
    readList: pages * a.listsPerPage * (1 - a.cachedLists),
    alertQuestion: donations * a.questionsPerDonation,
  };
  const cores = (side: 'server' | 'database') =>
    (['donation', 'renderedPage', 'cachedPage', 'readList', 'alertQuestion'] as const).reduce(
      (sum, name) => sum + (rates[name] * units[name][side]) / 1_000,
      0,
    );
  const creators = users * a.creatorsPerUser;
  const stored = {
    donations: users * a.donationsPerUser * a.months,
    orders: users * a.ordersPerUser * a.months,
    products: creators * a.productsPerCreator,
    people: users * a.registeredShare,
  };
  return {
    users,
    donations,
    pages,
    streams: creators * a.liveShare * a.streamsPerLiveCreator,
    serverCores: cores('server'),
    databaseCores: cores('database'),
    hints: donations * a.hintedCommitsPerDonation,
    logMegabytes: (rates.donation * units.logKilobytes) / 1_000,
    storedGigabytes: databaseGigabytes(stored),
  };
}

/** How far the busiest second fills what one PostgreSQL has; 1: all that is to be used of it. More servers do not change it. */
function fillOf({ databaseCores, hints, storedGigabytes }: Load): Readonly<Record<string, number>> {
  const { use } = assumptions;
  return {
    'CPU of the primary': databaseCores / (host.databaseCores * use),
    NOTIFY: (hints * units.notify) / (1_000 * use),
    'disk of the database': storedGigabytes / (host.diskGigabytes * use),
  };
}

interface Layout {
  readonly serverHosts: number;
  /** Three each: a primary and two standbys. */
  readonly databaseClusters: number;
  readonly bottleneck: string;
  /** Of the bottleneck; over 1: projects are shared among several clusters. */
  readonly fill: number;
}

/** The hosts for a load. */
export function layoutOf(load: Load): Layout {
  const fills = Object.entries(fillOf(load)).sort(([, one], [, other]) => other - one);
  const [bottleneck, fill] = fills[0] ?? ['', 0];
  const serverHosts = Math.max(load.serverCores / host.cores, load.streams / host.streams) / assumptions.use;
  return { serverHosts: Math.max(2, Math.ceil(serverHosts)), databaseClusters: Math.ceil(fill), bottleneck, fill };
}

const short = (value: number) => (value < 0.01 ? '< 0.01' : Number(value.toPrecision(2)).toLocaleString('en'));

/** A line of the table in docs/scaling.md. */
export function lineOf(users: number): string {
  const load = loadOf(users);
  const { serverHosts, databaseClusters, bottleneck, fill } = layoutOf(load);
  const loads = [load.donations, load.pages, load.streams, load.serverCores, load.databaseCores, load.hints];
  const cells = [users.toLocaleString('en'), ...[...loads, load.storedGigabytes].map(short)];
  return `| ${[...cells, serverHosts, databaseClusters, `${bottleneck}, ${short(fill * 100)} %`].join(' | ')} |`;
}

/** Monthly users at which each resource of one database is full, as lines of the other table. */
export function limitLines(): string[] {
  const users = 1_000_000;
  return Object.entries(fillOf(loadOf(users))).map(([what, fill]) => `| ${what} | ${short(users / fill)} |`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const given = process.argv.slice(2).map(Number);
  for (const users of given.length > 0 ? given : [10_000, 1_000_000, 100_000_000]) console.log(lineOf(users));
  for (const line of limitLines()) console.log(line);
}
