import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { projectOfUser } from '#app/creators/creators.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { findTokenById } from '../read-api/access-token-store.server.ts';
import { numberOfPerson } from '../read-api/person-number-store.server.ts';
import type { ReadableDonation } from '../readable-donation.ts';
import { mostMissed, subscribeScope } from '../scopes.ts';
import { mostWaitingBytes } from '../sockets/answering-socket.server.ts';
import {
  type DonationFeed,
  followDonations,
  type SocketOptions,
  type SocketReads,
} from '../sockets/socket-feed.server.ts';
import type { TokenPlaces } from '../sockets/token-places.ts';
import {
  type Command,
  channelOf,
  type End,
  ends,
  errors,
  isAlertChannel,
  methods,
  type ProtocolError,
  readCommands,
  subscribeParams,
  unsubscribeParams,
  withToken,
} from './protocol.ts';
import { type Recipient, socketAlert } from './socket-alert.ts';
import type { SocketTokens } from './socket-tokens.server.ts';

/** The dependencies of the connections. */
export interface ConnectionOptions extends SocketOptions {
  readonly publicUrl: string;
  readonly tokens: SocketTokens;
  readonly places: TokenPlaces;
  readonly reads: SocketReads;
  shownTimes(db: Queryable, payIds: readonly string[]): Promise<ReadonlyMap<string, Date>>;
}

/** Whose connection it is. */
interface Owner {
  readonly tokenId: string;
  readonly projectId: string;
  readonly channel: string;
  readonly recipient: Recipient;
}

type Answer = { readonly result: object } | { readonly error: ProtocolError };

/** What the protocol calls the version of its server: that of which it is. */
const version = '2.8.6';
/** Numbers of donations are never given again, so that there is one history. */
const epoch = 'donations';

/** How long a socket may stay without a `connect` that succeeds. */
const silentMilliseconds = 10_000;
/** How long a socket that is closed has for the answer of its client. */
const endMilliseconds = 1_000;
const mostCommandsAtOnce = 60;
/** As how many further commands a subscription counts: it may read all that its client has missed. */
const subscriptionWeight = 9;
const commandsMilliseconds = 10_000;

/** Ends a socket and says whether its client should connect again. */
export function endSocket(socket: WebSocket, { code, reason, reconnect }: End): void {
  socket.close(code, JSON.stringify({ reason, reconnect }));
  setTimeout(() => socket.terminate(), endMilliseconds).unref();
}

/** One socket of a program that knows DonationAlerts. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #socket: WebSocket;
  readonly #client = randomUUID();
  readonly #silence: NodeJS.Timeout;
  #work = Promise.resolve();
  #owner: Owner | null = null;
  #feed: DonationFeed | null = null;
  #free: (() => void) | null = null;
  #commands = 0;
  #countedFrom = Date.now();

  constructor(options: ConnectionOptions, socket: WebSocket) {
    this.#options = options;
    this.#socket = socket;
    this.#silence = setTimeout(() => this.#end(ends.stale), silentMilliseconds).unref();
    socket.on('message', (message) => this.#receive(String(message)));
    socket.on('close', () => {
      clearTimeout(this.#silence);
      this.#unsubscribe();
      this.#free?.();
    });
  }

  get #isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  #end(end: End): void {
    endSocket(this.#socket, end);
  }

  #send(message: object): void {
    if (!this.#isOpen) return;
    this.#socket.send(JSON.stringify(message));
    if (this.#socket.bufferedAmount > mostWaitingBytes) this.#socket.terminate();
  }

  #unsubscribe(): void {
    this.#feed?.close();
    this.#feed = null;
  }

  #receive(message: string): void {
    const commands = readCommands(message);
    if (commands === null || this.#isFlood(commands.length)) {
      this.#end(ends.badRequest);
      return;
    }
    this.#work = this.#work
      .then(async () => {
        for (const command of commands) await this.#answer(command);
      })
      .catch(() => this.#end(ends.serverError));
  }

  #isFlood(more: number): boolean {
    const now = Date.now();
    if (now - this.#countedFrom > commandsMilliseconds) {
      this.#countedFrom = now;
      this.#commands = 0;
    }
    this.#commands += more;
    return this.#commands > mostCommandsAtOnce;
  }

  async #answer(command: Command): Promise<void> {
    if (!this.#isOpen) return;
    const { id, method } = command;
    // The first command connects, and no other does. Nothing answers a message that has no number.
    if ((method === methods.connect) !== (this.#owner === null)) return this.#end(ends.badRequest);
    if (id === 0 && method !== methods.send) return this.#end(ends.badRequest);
    if (method === methods.connect) return this.#connect(command);
    if (method === methods.subscribe) return this.#subscribe(command);
    if (method === methods.send) return undefined;
    return this.#send({ id, ...this.#answerTo(command) });
  }

  #answerTo({ method, params }: Command): Answer {
    if (method === methods.ping) return { result: {} };
    if (method === methods.unsubscribe) {
      if (unsubscribeParams.safeParse(params).data?.channel === this.#owner?.channel) this.#unsubscribe();
      return { result: {} };
    }
    if (method === methods.refresh) {
      const tokenId = this.#options.tokens.readConnection(withToken.safeParse(params).data?.token ?? '');
      if (tokenId !== this.#owner?.tokenId) return { error: errors.permissionDenied };
      return { result: { client: this.#client, version } };
    }
    return { error: method >= 0 && method <= 11 ? errors.notAvailable : errors.methodNotFound };
  }

  async #connect({ id, params }: Command): Promise<void> {
    const tokenId = this.#options.tokens.readConnection(withToken.safeParse(params).data?.token ?? '');
    if (tokenId === 'expired') return this.#send({ id, error: errors.tokenExpired });
    const owner = tokenId === null ? null : await this.#readOwner(tokenId);
    if (owner === null) return this.#end(ends.invalidToken);
    if (!this.#isOpen) return undefined;
    this.#free = this.#options.places.take(owner.tokenId);
    if (this.#free === null) return this.#end(ends.connectionLimit);
    this.#owner = owner;
    clearTimeout(this.#silence);
    return this.#send({ id, result: { client: this.#client, version } });
  }

  async #readOwner(tokenId: string): Promise<Owner | null> {
    const { db, publicUrl } = this.#options;
    const token = await findTokenById(db, tokenId);
    const project = token && (await projectOfUser(db, token.personId));
    if (token === null || !project?.isAvailable) return null;
    const number = await numberOfPerson(db, token.personId);
    const { projectId, userName: code, displayName: name, avatar } = project;
    const picture = avatar === null ? '' : `${publicUrl}/api/Images/?name=${encodeURIComponent(avatar)}`;
    return {
      tokenId,
      projectId,
      channel: channelOf(number),
      recipient: { user_id: number, code, name, avatar: picture },
    };
  }

  async #subscribe({ id, params }: Command): Promise<void> {
    const owner = this.#owner;
    const asked = subscribeParams.safeParse(params).data;
    if (owner === null || asked === undefined) return this.#send({ id, error: errors.badRequest });
    const error = this.#faultOf(owner, asked.channel, asked.token);
    if (error !== null) return this.#send({ id, error });
    if (this.#isFlood(subscriptionWeight)) return this.#end(ends.badRequest);
    const newest = await this.#options.lastNumber(this.#options.db, owner.projectId);
    const position = asked.seq || asked.offset;
    const isKnown = asked.recover && asked.epoch === epoch && position <= newest && newest - position <= mostMissed;
    const feed = await this.#follow(owner, isKnown ? position : newest, newest);
    if (!this.#isOpen) return feed.close();
    this.#feed = feed;
    const where = { seq: newest, offset: newest, epoch };
    this.#send({ id, result: { recoverable: true, recovered: isKnown, ...where } });
    // Some programs wait for it.
    const info = { user: String(owner.recipient.user_id), client: this.#client };
    this.#send({ result: { type: 1, channel: owner.channel, data: { info } } });
    return feed.begin();
  }

  #faultOf({ tokenId, channel }: Owner, asked: string, token: string): ProtocolError | null {
    if (!isAlertChannel(asked)) return errors.unknownChannel;
    if (asked !== channel) return errors.permissionDenied;
    if (this.#feed !== null) return errors.alreadySubscribed;
    const right = this.#options.tokens.readSubscription(token);
    if (right === 'expired') return errors.tokenExpired;
    const isRight = right?.token === tokenId && right.client === this.#client && right.channel === channel;
    return isRight ? null : errors.permissionDenied;
  }

  /** `newest`: only what was given before may have been shown already. */
  #follow({ tokenId, projectId, channel, recipient }: Owner, after: number, newest: number): Promise<DonationFeed> {
    const { db, currencyCode: currency, shownTimes } = this.#options;
    const send = async (donations: readonly ReadableDonation[], isOpen: () => boolean) => {
      const missed = donations.filter(({ number }) => number <= newest).map(({ payId }) => payId);
      const shown = missed.length === 0 ? null : await shownTimes(db, missed);
      if (!isOpen()) return;
      for (const donation of donations) {
        const { number, payId } = donation;
        const data = socketAlert(donation, { recipient, currency, shownAt: shown?.get(payId) });
        this.#send({ result: { channel, data: { seq: number, offset: number, data } } });
      }
    };
    const isAllowed = async () => {
      const token = await findTokenById(db, tokenId);
      if (token === null || !token.scopes.includes(subscribeScope)) return false;
      return (await projectOfUser(db, token.personId))?.isAvailable === true;
    };
    const end = () => this.#end(ends.invalidToken);
    const reader = { projectId, key: tokenId, isGranted: true, isAllowed, send, end };
    return followDonations(this.#options, reader, after);
  }
}
