import { useSyncExternalStore } from 'react';
import { membersOf, StoredValue } from '#base/text/stored-value.ts';

/** The provider has reported a payment as paid to this browser; the server may not know yet. Contains no secrets. */
export interface PaidNote {
  /** What was paid for: an order's id, a donation's `payId`. */
  readonly subject: string;
  readonly paymentId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const longestMilliseconds = 24 * 60 * 60_000;
const notesMost = 20;
/** Within this time after the browser the server should know of the payment too. */
const doubtfulMilliseconds = 60_000;

function parseNote(raw: unknown): PaidNote | null {
  const { subject, paymentId, at } = membersOf(raw);
  const isWhole = typeof subject === 'string' && typeof paymentId === 'string' && typeof at === 'number';
  return isWhole ? { subject, paymentId, at } : null;
}

/** The notes that are not too old, the latest last. */
function current(notes: readonly PaidNote[]): PaidNote[] {
  return notes.filter(({ at }) => Math.abs(Date.now() - at) < longestMilliseconds).slice(-notesMost);
}

const noNotes: readonly PaidNote[] = [];

const notes = new StoredValue<readonly PaidNote[]>({
  place: 'local',
  key: 'opora.paid-notes',
  empty: noNotes,
  parse: (raw) =>
    Array.isArray(raw) ? current(raw.map(parseNote).filter((note): note is PaidNote => note !== null)) : null,
});

/** Stores for all tabs, and over reloads, that the provider has reported a payment as paid. */
export function notePaid(subject: string, paymentId: string): void {
  const others = notes.read().filter((note) => note.subject !== subject);
  notes.write(current([...others, { subject, paymentId, at: Date.now() }]));
}

/** Drops the note once the server knows the payment's state. */
export function forgetPaid(subject: string): void {
  const known = notes.read();
  const others = known.filter((note) => note.subject !== subject);
  if (others.length < known.length) notes.write(others.length === 0 ? noNotes : others);
}

/** Whether the server should know of the payment by now, provided that it has asked the provider. */
export function isDoubtful({ at }: PaidNote): boolean {
  return Date.now() - at > doubtfulMilliseconds;
}

/** The note about a subject from any tab of this browser, or null. */
export function usePaidNote(subject: string): PaidNote | null {
  const known = useSyncExternalStore(notes.subscribe, notes.read, notes.readEmpty);
  return known.find((note) => note.subject === subject) ?? null;
}
