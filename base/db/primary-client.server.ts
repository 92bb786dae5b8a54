import { Client, type ClientConfig } from 'pg';
import { serversIn } from '../config/database-address.server.ts';

/** Short, so that all servers are asked before a pool gives up on a connection. */
const searchMilliseconds = 2_000;

/** None of the servers accepts writes now, or the one that a connection was made to no longer does. */
export class NoPrimary extends Error {
  override name = 'NoPrimary';
}

async function requirePrimary(client: Client): Promise<void> {
  const { rows } = await client.query<{ isReadOnly: boolean }>(
    `select pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as "isReadOnly"`,
  );
  if (rows[0]?.isReadOnly !== false) throw new NoPrimary(`${client.host}:${client.port} accepts no writes`);
}

async function ask(address: string): Promise<string> {
  const client = new Client({
    connectionString: address,
    application_name: 'opora-search',
    connectionTimeoutMillis: searchMilliseconds,
    query_timeout: searchMilliseconds,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await requirePrimary(client);
    return address;
  } finally {
    client.end().catch(() => undefined);
  }
}

/** The servers of one `DATABASE_URL`, and which of them was found to be the primary. */
class DatabaseServers {
  readonly #addresses: readonly string[];
  readonly #connected = new Map<Client, string>();
  #primary: string | null = null;
  #search: Promise<string> | null = null;

  constructor(addresses: readonly string[]) {
    this.#addresses = addresses;
  }

  /** The address of the primary. Concurrent callers share one search. Throws `NoPrimary`. */
  async primary(): Promise<string> {
    if (this.#primary !== null) return this.#primary;
    this.#search ??= this.#find().finally(() => {
      this.#search = null;
    });
    return this.#search;
  }

  /** The server may have gone, or may no longer be the primary: the next connection searches. */
  forget(address: string): void {
    if (this.#primary === address) this.#primary = null;
  }

  add(client: Client, address: string): void {
    this.#connected.set(client, address);
    client.on('error', () => this.forget(address));
    client.on('end', () => this.#connected.delete(client));
  }

  async #find(): Promise<string> {
    const found = await Promise.any(this.#addresses.map(ask)).catch((cause: unknown) => {
      throw new NoPrimary('no server of DATABASE_URL accepts writes', { cause });
    });
    this.#primary = found;
    // A host that died silently would hold its connections for as long as a statement may take.
    for (const [client, address] of this.#connected) {
      if (address !== found) client.connection.stream.destroy(new NoPrimary('the primary has moved'));
    }
    return found;
  }
}

const known = new Map<string, DatabaseServers>();

/** Pool and listener share what they find out about the servers. */
function serversOf(url: string): DatabaseServers {
  const servers = known.get(url) ?? new DatabaseServers(serversIn(url));
  known.set(url, servers);
  return servers;
}

/**
 * A client whose `connectionString` may name several servers: it connects to the one that accepts writes. An address with one server is
 * connected to unseen, because a proxy there decides.
 */
export class PrimaryClient extends Client {
  readonly #url: string;

  constructor({ connectionString = '', ...config }: ClientConfig = {}) {
    super({ ...config, connectionString: serversIn(connectionString)[0] });
    this.#url = connectionString;
  }

  override connect(): Promise<Client>;
  override connect(callback: (error: Error | null, client: Client) => void): void;
  override connect(callback?: (error: Error | null, client: Client) => void): Promise<Client> | undefined {
    const connected = serversIn(this.#url).length === 1 ? super.connect() : this.#connectToPrimary();
    if (callback === undefined) return connected;
    connected.then(
      () => callback(null, this),
      (error: Error) => callback(error, this),
    );
    return undefined;
  }

  async #connectToPrimary(): Promise<Client> {
    const servers = serversOf(this.#url);
    const address = await servers.primary();
    const { hostname, port } = new URL(address);
    this.host = hostname.replace(/^\[(.+)\]$/, '$1');
    this.port = Number(port || 5432);
    try {
      await super.connect();
      await requirePrimary(this);
    } catch (error) {
      servers.forget(address);
      this.end().catch(() => undefined);
      throw error;
    }
    servers.add(this, address);
    return this;
  }
}
