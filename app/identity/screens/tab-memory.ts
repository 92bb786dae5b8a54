import { useSyncExternalStore } from 'react';
import { browserStorage } from '#base/text/browser-storage.ts';

/**
 * What a tab stores during a login, so that a reload loses nothing: the phone as typed, and which code is expected. Never a password or a
 * code.
 */
export type TabNote = 'phone' | 'registration' | 'login' | 'reset' | 'admin';

/** A step that expects a code. */
export interface PendingCode {
  /** As formatted in the field. */
  readonly phone: string;
  /** From Register or, after a correct code, from ConfirmCode. */
  readonly actionId: string | null;
  /** From ConfirmCode: whether to ask about connected tools. */
  readonly hasTools?: true;
}

const maxAgeMinutes = 30;
const listeners = new Set<() => void>();

const keyOf = (note: TabNote) => `sign-in ${note}`;

function readNote(note: TabNote): string {
  return browserStorage.session.getItem(keyOf(note)) ?? '';
}

function writeNote(note: TabNote, text: string): void {
  if (text === '') browserStorage.session.removeItem(keyOf(note));
  else browserStorage.session.setItem(keyOf(note), text);
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

/** The phone as typed on any of the screens. */
export function useTypedPhone(): readonly [text: string, type: (text: string) => void] {
  return [useNote('phone'), (text) => writeNote('phone', text)];
}

/** Reads a stored step; null if it is invalid or too old. */
export function readPending(text: string, now: number): PendingCode | null {
  const [at = '', phone = '', actionId = '', tools = ''] = text.split('|');
  if (phone === '' || !(now - Number(at) < maxAgeMinutes * 60_000)) return null;
  return { phone, actionId: actionId === '' ? null : actionId, ...(tools !== '' && { hasTools: true }) };
}

/** Serialises a step for `readPending`. */
export function writePending({ phone, actionId, hasTools }: PendingCode, now: number): string {
  return [now, phone, actionId ?? '', hasTools ? 'tools' : ''].join('|');
}

/** The code that a screen expects, or null, and a setter. */
export function usePendingCode(
  note: Exclude<TabNote, 'phone'>,
): readonly [pending: PendingCode | null, wait: (pending: PendingCode | null) => void] {
  const text = useNote(note);
  return [
    readPending(text, Date.now()),
    (pending) => writeNote(note, pending === null ? '' : writePending(pending, Date.now())),
  ];
}
