import { browserStorage } from '#base/text/browser-storage.ts';
import type { HandedAlert } from '../widget-shapes.ts';

/** The alert that a page is playing, stored so that the page finds it after a reload. */
export interface JournalEntry {
  readonly alert: HandedAlert;
  /** Milliseconds on the screen; null: its start is being reported, and it has been neither seen nor heard. */
  readonly played: number | null;
  /** It was shown to its end, but the server may not have the report yet. */
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

/** The journal of this tab; where the browser forbids storage it does not outlive a reload. */
export const sessionJournal: AlertJournal = {
  read() {
    try {
      const value: unknown = JSON.parse(browserStorage.session.getItem(place) ?? 'null');
      return isEntry(value) ? value : null;
    } catch {
      return null;
    }
  },
  write(entry) {
    // Without storage a reload during an alert leaves it to the creator.
    if (entry === null) browserStorage.session.removeItem(place);
    else browserStorage.session.setItem(place, JSON.stringify(entry));
  },
};
