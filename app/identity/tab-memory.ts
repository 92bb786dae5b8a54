import { useSyncExternalStore } from 'react';

/**
 * What a tab remembers on the way to being logged in, so that a reload loses nothing: the phone as it was typed, and which
 * code is waited for. Never a password or a code.
 */
export type TabNote = 'phone' | 'registration' | 'login' | 'reset' | 'admin';

/** A code is waited for. */
export interface PendingCode {
  /** As it stands in the field. */
  readonly phone: string;
  /** Of Register; or, once the code was right, of ConfirmCode. */
  readonly actionId: string | null;
}

const minutesKept = 30;
const listeners = new Set<() => void>();
/** Where the browser forbids session storage, the page itself remembers. */
const own = new Map<TabNote, string>();

/** The tab's session storage; null on the server and where the browser forbids it. */
export function tabStorage(): Storage | null {
  try {
    return typeof window === 'undefined' ? null : window.sessionStorage;
  } catch {
    return null;
  }
}

const keyOf = (note: TabNote) => `sign-in ${note}`;

function readNote(note: TabNote): string {
  return tabStorage()?.getItem(keyOf(note)) ?? own.get(note) ?? '';
}

function writeNote(note: TabNote, text: string): void {
  own.set(note, text);
  try {
    if (text === '') tabStorage()?.removeItem(keyOf(note));
    else tabStorage()?.setItem(keyOf(note), text);
  } catch {
    // Full: the page itself remembers.
  }
  for (const changed of listeners) changed();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function useNote(note: TabNote): string {
  return useSyncExternalStore(
    subscribe,
    () => readNote(note),
    () => '',
  );
}

/** The phone as it was typed, on whichever of the screens. */
export function useTypedPhone(): readonly [text: string, type: (text: string) => void] {
  return [useNote('phone'), (text) => writeNote('phone', text)];
}

/** Reads a kept step; null where it is none or too old for its code. */
export function readPending(text: string, now: number): PendingCode | null {
  const [at = '', phone = '', actionId = ''] = text.split('|');
  if (phone === '' || !(now - Number(at) < minutesKept * 60_000)) return null;
  return { phone, actionId: actionId === '' ? null : actionId };
}

/** Writes a step for `readPending`. */
export function writePending({ phone, actionId }: PendingCode, now: number): string {
  return [now, phone, actionId ?? ''].join('|');
}

/** The code that a screen waits for, and how to change it; null: none. */
export function usePendingCode(
  note: Exclude<TabNote, 'phone'>,
): readonly [pending: PendingCode | null, wait: (pending: PendingCode | null) => void] {
  const text = useNote(note);
  return [
    readPending(text, Date.now()),
    (pending) => writeNote(note, pending === null ? '' : writePending(pending, Date.now())),
  ];
}
