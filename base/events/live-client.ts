import { createEventReader } from './event-reader.ts';

/** Options of a live connection, which reconnects without any sign on the screen until it is closed. */
export interface LiveOptions {
  /** The address of the stream; `lastEventId` is the number of the last event, null before the first. */
  address(lastEventId: string | null): string;
  /** Called for each event, in order; data is the parsed JSON. */
  receive(event: string, data: unknown): void;
  /** Called when the stream opens or ends. */
  changed?(isOpen: boolean): void;
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

const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 408 && status !== 429;

function waitAtMost(milliseconds: number, signal: AbortSignal): Promise<void> {
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

/**
 * Opens a stream of server-sent events. Uses `fetch` instead of `EventSource` because it also sees the server's heartbeats and so detects a
 * connection that died silently. After a break it resumes from the last event's number.
 */
export function openLive(options: LiveOptions, send: typeof fetch = (...a) => fetch(...a)): LiveConnection {
  const closing = new AbortController();
  let lastEventId: string | null = null;
  let isOpen = false;
  let tries = 0;

  function setOpen(value: boolean): void {
    if (isOpen === value) return;
    isOpen = value;
    options.changed?.(value);
  }

  async function read(response: Response, watchdog: Watchdog): Promise<void> {
    if (response.body === null) return;
    const reader = createEventReader(({ event, data, id }) => {
      tries = 0;
      if (id !== null) lastEventId = id;
      options.receive(event, data);
    });
    const decoder = new TextDecoder();
    const body = response.body.getReader();
    setOpen(true);
    for (;;) {
      watchdog.expect(silenceLimit);
      const { done, value } = await body.read();
      if (done) return;
      reader.push(decoder.decode(value, { stream: true }));
    }
  }

  /** Runs one connection to its end and returns the pause before the next. */
  async function connect(): Promise<number> {
    const attempt = new AbortController();
    const abort = () => attempt.abort();
    const watchdog = new Watchdog(abort);
    closing.signal.addEventListener('abort', abort);
    watchdog.expect(openLimit);
    try {
      const response = await send(options.address(lastEventId), {
        headers: { accept: 'text/event-stream' },
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        signal: attempt.signal,
      });
      if (isRefusal(response.status)) return refusedPause;
      if (response.ok) await read(response, watchdog);
    } catch {
      // Broken connection: retried after the pause.
    } finally {
      watchdog.stop();
      attempt.abort();
      closing.signal.removeEventListener('abort', abort);
      setOpen(false);
    }
    const pause = pauses[Math.min(tries, pauses.length - 1)] ?? refusedPause;
    tries += 1;
    return pause;
  }

  async function reconnect(): Promise<void> {
    while (!closing.signal.aborted) {
      const pause = await connect();
      if (!closing.signal.aborted) await waitAtMost(pause * (0.5 + Math.random() / 2), closing.signal);
    }
  }

  void reconnect();
  return {
    get isOpen() {
      return isOpen;
    },
    close: () => closing.abort(),
  };
}
