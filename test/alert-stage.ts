import type { JournalEntry } from '#app/widgets/alert-journal.ts';
import { AlertPlayer, type PlayerParts } from '#app/widgets/alert-player.ts';
import type { ShownAlert } from '#app/widgets/widget-shapes.ts';

/** An alert of somebody, whose id is his name. */
export function alertOf(name: string): ShownAlert {
  return { alertId: name, payId: null, name, amount: 100, message: null, createdAt: '', isTest: false, digest: null };
}

/** What never ends. */
export const forever = () => new Promise<never>(() => undefined);

/** A page whose every part can be made to fail or hang; `log` tells what viewers and server were given. */
export function stage(
  names: readonly string[],
  broken: Partial<PlayerParts> = {},
  journal: JournalEntry | null = null,
) {
  const log: string[] = [];
  const waiting = names.map(alertOf);
  const kept = { entry: journal };
  const parts: PlayerParts = {
    next: async () => waiting.shift() ?? null,
    report: async (alertId, state) => {
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
      read: () => kept.entry,
      write: (entry) => {
        kept.entry = entry;
      },
    },
    ...broken,
  };
  return { player: new AlertPlayer(parts), log, kept, waiting };
}
