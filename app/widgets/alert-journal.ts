import type { ShownAlert } from './widget-shapes.ts';

/** The alert that a page is playing, kept so that the page knows of it after a reload in the middle. */
export interface JournalEntry {
  readonly alert: ShownAlert;
  /** Milliseconds that it has been on the screen; null: the server is being told, and nothing has been seen or heard of it. */
  readonly played: number | null;
  /** It has been shown to its end; only the server may not know it yet. */
  readonly isOver: boolean;
}

export interface AlertJournal {
  read(): JournalEntry | null;
  write(entry: JournalEntry | null): void;
}

const place = 'opora-alert';

function isEntry(value: unknown): value is JournalEntry {
  return typeof value === 'object' && value !== null && 'alert' in value && 'played' in value && 'isOver' in value;
}

/** The journal of this tab; a page whose storage is closed does without. */
export const sessionJournal: AlertJournal = {
  read() {
    try {
      const value: unknown = JSON.parse(sessionStorage.getItem(place) ?? 'null');
      return isEntry(value) ? value : null;
    } catch {
      return null;
    }
  },
  write(entry) {
    try {
      if (entry === null) sessionStorage.removeItem(place);
      else sessionStorage.setItem(place, JSON.stringify(entry));
    } catch {
      // Without storage a reload in the middle leaves the alert to the creator.
    }
  },
};
