import type { Database, Tx } from '#base/db/db.server.ts';
import type { Clock } from '../clock.server.ts';
import { donorNotice } from '../donor-notice.server.ts';
import type { MembershipEvents } from '../membership-events.server.ts';
import { isValidAt } from '../membership-notices.ts';
import { noticeDays } from '../membership-state.ts';
import {
  lockNewPrice,
  lockReminded,
  type NoticedRow,
  noId,
  type Reminder,
  readCharged,
  readUnaccepted,
  saveNotified,
  saveReminded,
} from './noticing-store.server.ts';

interface NoticingOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: MembershipEvents;
}

const day = 86_400_000;

/** How many donors are notified in one transaction. */
const atOnce = 500;

const hasCard = ({ cardExpiry, dueAt }: NoticedRow) =>
  cardExpiry !== null && dueAt !== null && isValidAt(cardExpiry, dueAt);

/** How many days ahead donors are reminded, and who. A charge that the card will not pay is not announced. */
const reminders = {
  card: { days: 7, kind: 'card', concerns: (row: NoticedRow) => !hasCard(row) },
  charge: { days: noticeDays, kind: 'soon', concerns: hasCard },
} as const;

/**
 * Notifies donors of what comes. Any number of processes may run it; each round is one transaction, after which another process can go on,
 * so that nobody is notified twice.
 */
export class Noticing {
  readonly #options: NoticingOptions;

  constructor(options: NoticingOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { db } = this.#options;
    for (const about of ['card', 'charge'] as const) {
      while (await db.transaction((tx) => this.#remind(tx, about)));
    }
    while (await db.transaction((tx) => this.#announcePrice(tx)));
  }

  /** Each charge comes within reach once, because the next one is always more days ahead. Returns whether there may be more. */
  async #remind(tx: Tx, about: Reminder): Promise<boolean> {
    const reached = await lockReminded(tx, about);
    if (reached === null) return false;
    const { days, kind, concerns } = reminders[about];
    const now = await this.#options.clock(tx);
    const until = new Date(now.getTime() + days * day);
    if (until <= reached.at) return false;
    // What is due by now needs no reminder.
    const at = new Date(Math.max(reached.at.getTime(), now.getTime()));
    const rows = await readCharged(tx, { ...reached, at }, until, atOnce);
    const noticed = rows.filter(concerns).map((row) => donorNotice(kind, row));
    await this.#options.events.noticed(tx, noticed);
    const last = rows.length < atOnce ? undefined : rows.at(-1);
    await saveReminded(tx, about, last?.dueAt ? { at: last.dueAt, id: last.id } : { at: until, id: noId });
    return last !== undefined;
  }

  async #announcePrice(tx: Tx): Promise<boolean> {
    const price = await lockNewPrice(tx);
    if (price === null) return false;
    const rows = await readUnaccepted(tx, price, atOnce);
    await this.#options.events.noticed(
      tx,
      rows.map((row) => donorNotice('price', row, { of: price.amount })),
    );
    await saveNotified(tx, price.levelId, rows.length < atOnce ? null : (rows.at(-1)?.id ?? null));
    return true;
  }
}
