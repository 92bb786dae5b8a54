import type { ReadEvent } from './event-reader.ts';

/** What this page does for its stream: holds it, asks for it again and again, or receives what the leading page relays. */
export type Part = 'stream' | 'ask' | 'follow';

/** What the pages of one browser and origin send each other. */
type Message =
  | { readonly kind: 'question'; readonly isFirst: boolean }
  | {
      readonly kind: 'leading';
      readonly group: string;
      readonly id: string;
      readonly since: number;
      readonly isOpen: boolean;
    }
  | { readonly kind: 'leaving'; readonly group: string; readonly id: string }
  | { readonly kind: 'event'; readonly group: string; readonly event: ReadEvent };

/** The part of `BroadcastChannel` that is used. */
export interface PeerChannel {
  onmessage: ((event: MessageEvent<Message>) => void) | null;
  postMessage(message: Message): void;
  close(): void;
}

/** Over http/1.1 a browser opens six connections to an origin: pages and calls need the others. */
const mostStreams = 2;

const tickMilliseconds = 1_000;
/** How long a new page waits for a leader; varied, so that one of several is the first. */
const startWait = { least: 80, most: 240 } as const;
/** A leader answers a question at once, unless its page is frozen or gone. */
const answerWait = { least: 1_200, most: 1_800 } as const;
/** A leader that said so is gone: whoever is the first replaces it. */
const leftWait = { least: 0, most: 250 } as const;
const forgetAfter = 5_000;

const within = ({ least, most }: { least: number; most: number }) => least + Math.random() * (most - least);

/** What a page receives from the other pages. */
export interface PeerListener {
  /** An event of the leader's stream. */
  receive(event: ReadEvent): void;
  /** The part of this page has changed, or whether the leader's stream is open. */
  changed(): void;
}

/**
 * Shares streams between the pages of one browser, by messages alone: of each group one page leads and relays its events, and a
 * few leaders hold a stream. Needs neither a secure origin, as locks do, nor shared workers. A leader that closes says so; one
 * that is frozen answers no question and is replaced.
 */
export class LivePeers {
  readonly #group: string;
  readonly #listener: PeerListener;
  readonly #channel: PeerChannel;
  readonly #id = Math.random().toString(36).slice(2);
  /** When this page became the leader; null while it follows. */
  #since: number | null = null;
  #isOpen = false;
  #leader: { readonly id: string; readonly isOpen: boolean } | null = null;
  /** When the unanswered question was asked; null: the leader has answered. */
  #askedAt: number | null = null;
  #patience = 0;
  #leaderSaidAt = 0;
  #saidAt = 0;
  /** The other groups with a leader, and when its last message came. */
  readonly #others = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(group: string, listener: PeerListener, channel: PeerChannel) {
    this.#group = group;
    this.#listener = listener;
    this.#channel = channel;
    channel.onmessage = ({ data }) => this.#receive(data);
    globalThis.addEventListener?.('pagehide', this.#rest);
    globalThis.document?.addEventListener('freeze', this.#rest);
    this.#ask(true);
    this.#leadIn(startWait);
  }

  get part(): Part {
    if (this.#since === null) return 'follow';
    const before = [...this.#others.keys()].filter((group) => group < this.#group);
    return before.length < mostStreams ? 'stream' : 'ask';
  }

  /** Whether another page leads. */
  get hasLeader(): boolean {
    return this.#leader !== null;
  }

  get isLeaderOpen(): boolean {
    return this.#leader?.isOpen ?? false;
  }

  /** Reports whether this page's own stream is open. */
  setOpen(isOpen: boolean): void {
    if (this.#isOpen === isOpen) return;
    this.#isOpen = isOpen;
    this.#say();
  }

  /** Sends an event of the own stream to the pages that follow. */
  relay(event: ReadEvent): void {
    if (this.#since !== null) this.#channel.postMessage({ kind: 'event', group: this.#group, event });
  }

  close(): void {
    this.#rest();
    clearTimeout(this.#timer);
    globalThis.removeEventListener?.('pagehide', this.#rest);
    globalThis.document?.removeEventListener('freeze', this.#rest);
    this.#channel.onmessage = null;
    this.#channel.close();
  }

  /** Gives up the lead; a page that is shown again follows, or leads anew if nobody answers. */
  readonly #rest = (): void => {
    if (this.#since === null) return;
    this.#channel.postMessage({ kind: 'leaving', group: this.#group, id: this.#id });
    this.#follow(null);
  };

  #follow(leader: { readonly id: string; readonly isOpen: boolean } | null): void {
    this.#since = null;
    this.#isOpen = false;
    this.#leader = leader;
    this.#askedAt = null;
    this.#listener.changed();
  }

  #lead(): void {
    this.#since = Date.now();
    this.#leader = null;
    this.#askedAt = null;
    this.#say();
    this.#listener.changed();
  }

  #say(): void {
    if (this.#since === null) return;
    this.#saidAt = Date.now();
    const said = { group: this.#group, id: this.#id, since: this.#since, isOpen: this.#isOpen };
    this.#channel.postMessage({ kind: 'leading', ...said });
  }

  #ask(isFirst: boolean): void {
    this.#askedAt ??= Date.now();
    this.#channel.postMessage({ kind: 'question', isFirst });
  }

  #tickIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tick(), milliseconds);
  }

  /** Leads soon, unless another page does. */
  #leadIn(wait: { readonly least: number; readonly most: number }): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#tickIn(tickMilliseconds);
      if (this.#since === null && this.#leader === null) this.#lead();
    }, within(wait));
  }

  #tick(): void {
    this.#tickIn(tickMilliseconds);
    const now = Date.now();
    const before = this.part;
    for (const [group, at] of this.#others) if (now - at > forgetAfter) this.#others.delete(group);
    if (this.part !== before) this.#listener.changed();
    if (this.#since !== null) {
      this.#say();
      // A hidden leader rarely ticks, but it answers.
      this.#channel.postMessage({ kind: 'question', isFirst: false });
    } else if (this.#askedAt !== null && now - this.#askedAt >= this.#patience) {
      this.#lead();
    } else if (now - this.#leaderSaidAt >= tickMilliseconds) {
      if (this.#askedAt === null) this.#patience = within(answerWait);
      this.#ask(false);
    }
  }

  #receive(message: Message): void {
    if (message.kind === 'question') {
      // Many pages ask, but all of them receive one answer; a new page has received none.
      const isDue = message.isFirst || Date.now() - this.#saidAt > tickMilliseconds / 4;
      if (isDue) this.#say();
    } else if (message.group !== this.#group) {
      const before = this.part;
      if (message.kind === 'leading') this.#others.set(message.group, Date.now());
      if (message.kind === 'leaving') this.#others.delete(message.group);
      if (this.part !== before) this.#listener.changed();
    } else if (message.kind === 'leading') {
      this.#noteLeader(message);
    } else if (message.kind === 'leaving') {
      if (this.#leader?.id === message.id) this.#replaceLeader();
    } else {
      this.#listener.receive(message.event);
    }
  }

  #noteLeader({ id, since, isOpen }: { readonly id: string; readonly since: number; readonly isOpen: boolean }): void {
    this.#leaderSaidAt = Date.now();
    if (this.#since !== null) {
      const isFirst = since < this.#since || (since === this.#since && id < this.#id);
      if (isOpen === this.#isOpen ? isFirst : isOpen) this.#follow({ id, isOpen });
      else this.#say();
      return;
    }
    const isNews = this.#leader?.isOpen !== isOpen;
    this.#leader = { id, isOpen };
    this.#askedAt = null;
    if (isNews) this.#listener.changed();
  }

  #replaceLeader(): void {
    this.#leader = null;
    this.#leadIn(leftWait);
    this.#listener.changed();
  }
}
