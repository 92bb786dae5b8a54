import { createEventReader, type ReadEvent } from './event-reader.ts';
import { LivePeers, type Part, type PeerChannel } from './live-peers.ts';

/** Options of a live connection, which reconnects without any sign on the screen until it is closed. */
export interface LiveOptions {
  /**
   * The address of the stream; `lastEventId` is the number of the last event, null before the first. `isBrief`: the stream is only asked for
   * its state and closed again, while the page stays.
   */
  address(lastEventId: string | null, isBrief: boolean): string;
  /** Called for each event, in order; data is the parsed JSON. Where a stream is shared, an event may come twice. */
  receive(event: string, data: unknown): void;
  /** Called when the stream opens or ends. */
  changed?(isOpen: boolean): void;
  /** Pages of one browser with the same group share one stream; undefined: a stream of its own. */
  readonly group?: string;
}

/** A connection to a stream of server-sent events that reconnects when it breaks. */
export interface LiveConnection {
  readonly isOpen: boolean;
  close(): void;
}

/** Pauses between attempts; each is varied, so that many pages do not reconnect at the same moment. */
const pauses = [1_000, 2_000, 3_000, 5_000] as const;
/** A refusal is unlikely to change soon. */
const refusedPause = 30_000;
/** The server sends a heartbeat every 15 s: a stream that is silent for longer is dead. */
const silenceLimit = 35_000;
const openLimit = 10_000;
/** A page that only asks for the state waits for further events for so long, and asks again after a pause. */
const briefly = { silence: 150, pause: 850 } as const;
const longestWait = 60_000;

const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 408 && status !== 429;

function waitAtMost(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      globalThis.removeEventListener?.('online', finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    signal.addEventListener('abort', finish);
    globalThis.addEventListener?.('online', finish);
  });
}

/** Aborts its request after too long a silence. */
class Watchdog {
  readonly #abort: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(abort: () => void) {
    this.#abort = abort;
  }

  expect(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#abort, milliseconds);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** Reaches every page of the browser with this origin; null in a browser that has no channels. */
function openChannel(): PeerChannel | null {
  return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('opora-live');
}

class LiveStream implements LiveConnection {
  readonly #options: LiveOptions;
  readonly #send: typeof fetch;
  readonly #peers: LivePeers | null = null;
  readonly #closing = new AbortController();
  /** Ends the present connection or pause. */
  #turn = new AbortController();
  /** The part that the present connection serves; null in a pause. */
  #serving: Part | null = null;
  /** Whether the state that a stream begins with was received. */
  #hasStarted = false;
  #isConnected = false;
  #isOpen = false;
  #lastEventId: string | null = null;
  #tries = 0;

  constructor(options: LiveOptions, send: typeof fetch) {
    this.#options = options;
    this.#send = send;
    const channel = options.group === undefined ? null : openChannel();
    if (channel !== null && options.group !== undefined) {
      const listener = { receive: (event: ReadEvent) => this.#take(event), changed: () => this.#onPeers() };
      this.#peers = new LivePeers(options.group, listener, channel);
    }
    void this.#run();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  close(): void {
    this.#closing.abort();
    this.#turn.abort();
    this.#peers?.close();
  }

  get #part(): Part {
    return this.#peers?.part ?? 'stream';
  }

  #onPeers(): void {
    this.#update();
    if (this.#serving === null || this.#isOutOfTurn()) this.#turn.abort();
  }

  /** A page that follows from now on reads the start of its stream first. */
  #isOutOfTurn(): boolean {
    return this.#serving !== this.#part && (this.#hasStarted || this.#part !== 'follow');
  }

  #update(): void {
    const isOpen = this.#part === 'follow' ? this.#hasStarted && this.#peers?.isLeaderOpen === true : this.#isConnected;
    if (isOpen === this.#isOpen || this.#closing.signal.aborted) return;
    this.#isOpen = isOpen;
    this.#options.changed?.(isOpen);
  }

  #setConnected(isConnected: boolean): void {
    this.#isConnected = isConnected;
    this.#peers?.setOpen(isConnected);
    this.#update();
  }

  #take({ event, data, id }: ReadEvent): void {
    if (id !== null) this.#lastEventId = id;
    this.#options.receive(event, data);
  }

  async #run(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      this.#turn = new AbortController();
      const { signal } = this.#turn;
      const isFollowing = this.#part === 'follow' && (this.#hasStarted || this.#peers?.hasLeader === false);
      const pause = isFollowing ? longestWait : await this.#connect(signal);
      this.#serving = null;
      await waitAtMost(pause * (0.5 + Math.random() / 2), signal);
    }
  }

  /** Runs one connection to its end and returns the pause before the next. */
  async #connect(turn: AbortSignal): Promise<number> {
    const part = this.#part;
    this.#serving = part;
    const attempt = new AbortController();
    const abort = () => attempt.abort();
    const watchdog = new Watchdog(abort);
    let hasAnswered = false;
    turn.addEventListener('abort', abort);
    watchdog.expect(openLimit);
    try {
      const response = await this.#send(this.#options.address(this.#lastEventId, part !== 'stream'), {
        headers: { accept: 'text/event-stream' },
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        signal: attempt.signal,
      });
      if (isRefusal(response.status)) return refusedPause;
      hasAnswered = response.ok;
      if (response.ok) await this.#read(response, watchdog, part);
    } catch {
      // Broken or ended: what follows depends on what it has brought.
    } finally {
      watchdog.stop();
      attempt.abort();
      turn.removeEventListener('abort', abort);
      this.#setConnected(part === 'ask' && hasAnswered);
    }
    if (part !== 'stream' && hasAnswered) return briefly.pause;
    const pause = pauses[Math.min(this.#tries, pauses.length - 1)] ?? refusedPause;
    this.#tries += 1;
    return pause;
  }

  async #read(response: Response, watchdog: Watchdog, part: Part): Promise<void> {
    if (response.body === null) return;
    const reader = createEventReader((event) => {
      this.#tries = 0;
      this.#hasStarted = true;
      this.#take(event);
      this.#peers?.relay(event);
    });
    const decoder = new TextDecoder();
    const body = response.body.getReader();
    if (part === 'stream') this.#setConnected(true);
    for (;;) {
      watchdog.expect(part === 'stream' || !this.#hasStarted ? silenceLimit : briefly.silence);
      const { done, value } = await body.read();
      if (done) return;
      reader.push(decoder.decode(value, { stream: true }));
      if (this.#isOutOfTurn()) return;
    }
  }
}

/**
 * Opens a stream of server-sent events. Uses `fetch` instead of `EventSource` because it also sees the server's heartbeats and so detects a
 * connection that died silently. After a break it resumes from the last event's number.
 */
export function openLive(options: LiveOptions, send: typeof fetch = (...a) => fetch(...a)): LiveConnection {
  return new LiveStream(options, send);
}
