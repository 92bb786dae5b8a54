import type { Database } from '#base/db/db.server.ts';
import type { Locale } from '#base/text/locales.ts';
import { staffWords } from '../words/staff-words.server.ts';
import type { Bot } from './bot.server.ts';
import { endTurnOfStaff, takeTurnOfStaff } from './bot-store.server.ts';

/** What waits for the staff. */
export interface StaffWork {
  /** People whose profiles wait for a review. */
  readonly profiles: number;
  readonly payouts: number;
}

interface StaffChannelOptions {
  readonly db: Database;
  readonly bot: Pick<Bot, 'id' | 'send'>;
  readonly chatId: number;
  readonly language: Locale;
  readonly publicUrl: string;
  readWork(): Promise<StaffWork>;
}

const hour = 3_600;

/** Null: nothing waits. */
function textOf({ profiles, payouts }: StaffWork, language: Locale, publicUrl: string) {
  if (profiles + payouts === 0) return null;
  const { title, profiles: ofProfiles, payouts: ofPayouts } = staffWords[language];
  const lines = [
    ...(profiles > 0 ? [`${ofProfiles}: ${profiles} — ${publicUrl}/admin/dashboard`] : []),
    ...(payouts > 0 ? [`${ofPayouts}: ${payouts} — ${publicUrl}/admin/payouts`] : []),
  ];
  return { title, lines };
}

/** Writes what waits into the channel of the staff: at most once an hour, and only if it has changed. */
export async function writeToStaff(options: StaffChannelOptions): Promise<void> {
  const { db, bot, chatId, language, publicUrl } = options;
  const turn = await takeTurnOfStaff(db, bot.id);
  if (turn === null) return;
  const text = textOf(await options.readWork(), language, publicUrl);
  const written = text === null ? null : JSON.stringify(text);
  if (text === null || written === turn.text)
    return endTurnOfStaff(db, bot.id, { ...turn, text: written, seconds: 60 });
  const { kind } = await bot.send({ chatId, language, text, buttonsOf: null, isMuted: false });
  // After a failure the turn comes again in some minutes by itself.
  if (kind === 'sent') await endTurnOfStaff(db, bot.id, { ...turn, text: written, seconds: hour });
}
