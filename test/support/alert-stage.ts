import type { JournalEntry } from '#app/widgets/overlay/alert-journal.ts';
import { AlertPlayer, type PlayerParts } from '#app/widgets/overlay/alert-player.ts';
import type { ShownAlert } from '#app/widgets/widget-shapes.ts';

export function alertOf(name: string): ShownAlert {
  const shown = {
    amount: 100,
    message: null,
    createdAt: '',
    isTest: false,
    month: null,
    giftedMonths: null,
    giftedPieces: null,
    digest: null,
  };
  return { alertId: name, payId: null, name, ...shown };
}

export const forever = () => new Promise<never>(() => undefined);

/** A page whose parts can be made to fail or hang; `log` lists what viewers and the server got. */
export function stage(names: readonly string[], broken: Partial<PlayerParts> = {}, entry: JournalEntry | null = null) {
  const log: string[] = [];
  const waiting = names.map(alertOf);
  const journal = { entry };
  const parts: PlayerParts = {
    next: async () => waiting.shift() ?? null,
    report: async ({ alertId }, state) => {
      log.push(`${alertId} ${state}`);
      return 'taken';
    },
    prepare: async () => undefined,
    show: (alert, isResumed) => void log.push(`${alert.name} ${isResumed ? 'goes on' : 'seen'}`),
    hide: async () => void log.push('gone'),
    sound: async (alert) => void log.push(`${alert.name} heard`),
    voice: async () => undefined,
    duration: () => 5_000,
    journal: {
      read: () => journal.entry,
      write: (written) => {
        journal.entry = written;
      },
    },
    ...broken,
  };
  return { player: new AlertPlayer(parts), log, journal, waiting };
}
