import type { Server, Socket } from 'socket.io';
import { type Project, projectOfUser } from '#app/creators/creators.server.ts';
import type { Limits } from '#base/calls/rate-limit.server.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { appendEvent, type EventHub } from '#base/events/live.server.ts';
import { findTokenOwner } from '../read-api/access-token-store.server.ts';
import type { ReadableDonation } from '../readable-donation.ts';
import { donationEvent } from './donation-event.ts';
import { Errands } from './errands.ts';
import type { SharedReads } from './shared-reads.ts';

/** The dependencies of the sockets. */
export interface SocketOptions {
  readonly db: Queryable;
  readonly hub: EventHub;
  readonly limits: Limits;
  /** ISO 4217. */
  readonly currencyCode: string;
  /** The number of a project's newest donation; 0 if there is none. */
  lastNumber(db: Queryable, projectId: string): Promise<number>;
  /** Some of the donations with higher numbers, in their order. */
  donationsAfter(db: Queryable, projectId: string, number: number): Promise<readonly ReadableDonation[]>;
}

/** What the sockets of a token, or of a project, read together. */
export interface SocketReads {
  readonly allowed: SharedReads<boolean>;
  readonly donations: SharedReads<readonly ReadableDonation[]>;
}

/** Bots send nothing. */
type NoEvents = Record<never, never>;

interface SentEvents {
  event(donation: ReturnType<typeof donationEvent>): void;
}

/** What a connection begins with once the client knows that it is connected. */
interface Admitted {
  begin(): void;
}

export type BotServer = Server<NoEvents, SentEvents, NoEvents, Admitted>;
type BotSocket = Socket<NoEvents, SentEvents, NoEvents, Admitted>;

/** Whose donations a connection gets. */
export interface SocketOwner {
  readonly token: string;
  readonly projectId: string;
}

/** The events of a project's stream after which there may be another donation. */
const ofDonations = new Set(['donation', 'statistics']);

/** Those after which a token may be revoked or its owner blocked. */
const ofAccess = new Set(['cut', 'key-rotated', 'access']);

/** The owner of a token that may read donations; null for any other token. */
export async function ownerOf({ db }: Pick<SocketOptions, 'db'>, token: string): Promise<SocketOwner | null> {
  const owner = await findTokenOwner(db, token);
  if (owner === null || !owner.scopes.includes('oauth-donation-index')) return null;
  const project = await projectOfUser(db, owner.personId);
  return project?.isAvailable ? { token, projectId: project.projectId } : null;
}

/** Ends the sockets of a project's revoked tokens when the transaction commits. */
export async function endSockets(tx: Tx, { projectId }: Pick<Project, 'projectId'>): Promise<void> {
  await appendEvent(tx, projectId, 'access', {});
}

/** Whoever is sent the donations of a project. */
export interface DonationReader {
  readonly projectId: string;
  /** Readers with the same key are allowed or not together. */
  readonly key: string;
  isAllowed(): Promise<boolean>;
  /** Also asked before each donation: nothing rings here when an application is removed, or its developer blocked. */
  readonly isGranted: boolean;
  /** `isOpen`: asked again after a wait, since the subscription may have been closed meanwhile. */
  send(donations: readonly ReadableDonation[], isOpen: () => boolean): Promise<void> | void;
  end(): void;
}

/** A subscription that sends from `begin` on. */
export interface DonationFeed {
  begin(): void;
  close(): void;
}

/**
 * Sends each donation of a project after a number to a reader, once and in order, until it is closed or no longer allowed. Resolves when no
 * later donation can be missed.
 */
export async function followDonations(
  options: Pick<SocketOptions, 'db' | 'hub' | 'donationsAfter'> & { readonly reads: SocketReads },
  reader: DonationReader,
  after: number,
): Promise<DonationFeed> {
  const { db, hub, reads } = options;
  const { projectId } = reader;
  let last = after;
  let isClosed = false;
  const isOpen = () => !isClosed;
  const beginning = Promise.withResolvers<void>();
  const errands = new Errands(beginning.promise, () => reader.end());
  async function catchUp() {
    for (let isMore = true; isMore && isOpen(); ) {
      const from = last;
      const read = () => options.donationsAfter(db, projectId, from);
      const donations = await reads.donations.read(`${projectId} ${from}`, read);
      if (isOpen()) await reader.send(donations, isOpen);
      last = donations.at(-1)?.number ?? last;
      isMore = donations.length > 0;
    }
  }
  async function check() {
    if (!(await reads.allowed.read(reader.key, () => reader.isAllowed()))) reader.end();
  }
  const { unsubscribe } = await hub.subscribe(projectId, null, ({ kind }) => {
    if (ofAccess.has(kind) || (reader.isGranted && ofDonations.has(kind))) errands.run(check);
    if (ofDonations.has(kind)) errands.run(catchUp);
  });
  // What happened before the subscription has rung for nobody.
  errands.run(check);
  errands.run(catchUp);
  const close = () => {
    isClosed = true;
    unsubscribe();
  };
  return { begin: beginning.resolve, close };
}

/** Serves a socket of Streamlabs' form. Resolves with the function that begins to send. */
export async function serveSocket(
  options: SocketOptions & { readonly reads: SocketReads },
  socket: BotSocket,
  { projectId, token }: SocketOwner,
): Promise<() => void> {
  const reader: DonationReader = {
    projectId,
    key: token,
    isGranted: false,
    isAllowed: async () => (await ownerOf(options, token)) !== null,
    send(donations) {
      for (const donation of donations) socket.emit('event', donationEvent(donation, options.currencyCode));
    },
    end: () => void socket.disconnect(true),
  };
  const last = await options.lastNumber(options.db, projectId);
  const feed = await followDonations(options, reader, last);
  if (socket.conn.readyState === 'open') socket.conn.once('close', feed.close);
  else feed.close();
  return feed.begin;
}
