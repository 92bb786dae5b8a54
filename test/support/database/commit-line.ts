import { connect, type Socket } from 'node:net';
import { type Line, openLineBy } from '#test/support/network/line.ts';

/** A proxy in front of a database that breaks the connection of a chosen commit. */
export interface CommitLine extends Pick<Line, 'url' | 'close'> {
  /**
   * Breaks the connection of the next commit of a transaction that has sent `value`, which no statement contains: `before` the server gets
   * the commit, or `after`, before its answer is passed on.
   */
  breakNext(when: 'before' | 'after', value: string): void;
  /** The same after the commit; then the database is away until `restore`. */
  breakAll(value: string): void;
  restore(): void;
}

/** Starts such a proxy in front of the database at `databaseUrl`. */
export async function openCommitLine(databaseUrl: string): Promise<CommitLine> {
  const target = new URL(databaseUrl);
  let next: { readonly when: 'before' | 'after'; readonly value: string; readonly stays: boolean } | null = null;
  let isAway = false;
  const clients = new Set<Socket>();
  const line = await openLineBy(databaseUrl, (client) => {
    clients.add(client.once('close', () => clients.delete(client)));
    if (isAway) client.destroy();
    const database = connect({ port: Number(target.port || 5432), host: target.hostname });
    let isChosen = false;
    let isBroken = false;
    client.on('data', (bytes) => {
      isChosen ||= next !== null && bytes.includes(next.value);
      if (next !== null && isChosen && bytes.includes('commit\0')) {
        isBroken = true;
        const { when, stays } = next;
        next = null;
        isAway = stays;
        if (stays) for (const other of clients) if (other !== client) other.destroy();
        if (when === 'before') return client.destroy();
      }
      return database.write(bytes);
    });
    database.on('data', (bytes) => (isBroken ? client.destroy() : client.write(bytes)));
    return database;
  });
  return {
    url: line.url,
    close: line.close,
    breakNext: (when, value) => {
      next = { when, value, stays: false };
    },
    breakAll: (value) => {
      next = { when: 'after', value, stays: true };
    },
    restore: () => {
      isAway = false;
    },
  };
}
