import { createEventReader, type ReadEvent } from '#base/events/event-reader.ts';

/** A stream of server-sent events that is being read. */
export interface EventTape {
  readonly status: number;
  readonly events: readonly ReadEvent[];
  /** Set once the server has ended the stream. */
  readonly isEnded: boolean;
  close(): void;
}

export async function openEventTape(url: string, headers: Readonly<Record<string, string>> = {}): Promise<EventTape> {
  const closing = new AbortController();
  const response = await fetch(url, { headers, signal: closing.signal });
  const tape = { status: response.status, events: [] as ReadEvent[], isEnded: false, close: () => closing.abort() };
  const reader = createEventReader((event) => tape.events.push(event));
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? []) reader.push(decoder.decode(piece, { stream: true }));
  };
  void read()
    .catch(() => undefined)
    .finally(() => {
      tape.isEnded = true;
    });
  return tape;
}
