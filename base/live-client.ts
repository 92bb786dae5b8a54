import { createEventReader } from './event-reader.ts';

/** What a live connection is made of. Nothing of it is ever shown: it goes on by itself for as long as it is wanted. */
export interface LiveOptions {
  /** The address of the stream; `lastEventId` is the number of the event that came last, null before the first. */
  address(lastEventId: string | null): string;
  /** Called for each event, in order; data is the parsed JSON. */
  receive(event: string, data: unknown): void;
  /** The stream has opened, or has ended. */
  changed?(isOpen: boolean): void;
}

/** A connection to a stream of server-sent events that is made again whenever it breaks. */
export interface LiveConnection {
  readonly isOpen: boolean;
  close(): void;
}

/** Pauses between tries grow to the last of these; each is varied, so that many pages do not come back in one wave. */
const pauses = [1_000, 2_000, 3_000, 5_000] as const;
/** The server refuses us: somebody has to change something first. */
const refusedPause = 30_000;
/** The server says something every 15 s: a stream that is silent for longer is dead, whatever the socket believes. */
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

/** Aborts its request when nothing has come for too long. */
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
 * Opens a stream of server-sent events. `fetch` is used instead of `EventSource`, because it also hears the server's comment
 * lines, and so finds out a connection that has died without an end; after a break it resumes by the number of the last event.
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

  /** One connection from its beginning to its end; answers how long to wait before the next. */
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
      // Broken off: that is what the pause and the next try are for.
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

  async function keep(): Promise<void> {
    while (!closing.signal.aborted) {
      const pause = await connect();
      if (!closing.signal.aborted) await waitAtMost(pause * (0.5 + Math.random() / 2), closing.signal);
    }
  }

  void keep();
  return {
    get isOpen() {
      return isOpen;
    },
    close: () => closing.abort(),
  };
}
