import { dropCached } from '#base/cache-tags.server.ts';
import type { CallContext } from '#base/call-context.server.ts';
import { type Queryable, statement, type Tx } from '#base/db.server.ts';
import { type Minor, minor, toMain } from '#base/money.ts';
import type { DonationLimits } from './donation-rules.ts';
import { createStopWords, type StopWords } from './stop-words.ts';

/** What an admin sets for all gifts; amounts in minor units. */
export interface DonationSettings {
  readonly minAmount: Minor;
  readonly maxAmount: Minor;
  readonly presets: Minor[];
  readonly messageMaxLength: number;
  readonly commissionPercent: number;
  readonly stopWords: string[];
  readonly isEnabled: boolean;
  /** Why gifts are stopped, as people read it; null: nothing was said. */
  readonly stopReason: string | null;
}

/** The settings with what tells whether they were saved since. */
export interface KnownSettings extends DonationSettings {
  readonly version: string;
}

interface SettingsRow extends Record<string, unknown> {
  readonly minAmount: number;
  readonly maxAmount: number;
  readonly presets: number[];
  readonly messageMaxLength: number;
  readonly commissionPercent: number;
  readonly stopWords: string[];
  readonly isEnabled: boolean;
  readonly stopReason: string | null;
  readonly version: string;
}

/** Everything that shows the limits or masked words is tagged so. */
export const settingsTag = 'donationSettings';

const select = statement<SettingsRow>(`
  select min_amount as "minAmount", max_amount as "maxAmount", to_jsonb(presets) as presets,
    message_max_length as "messageMaxLength", commission_percent::float8 as "commissionPercent",
    stop_words as "stopWords", is_enabled as "isEnabled",
    nullif(stop_reason, '') as "stopReason",
    md5(donation_settings::text) as version
  from donation_settings`);

const lock = statement('select id from donation_settings for update');

const update = statement(`
  update donation_settings set min_amount = $1, max_amount = $2, presets = $3, message_max_length = $4,
    commission_percent = $5, stop_words = $6, is_enabled = $7, stop_reason = $8`);

/** The settings as they are now. */
export async function readSettings(db: Queryable): Promise<KnownSettings> {
  const [row] = await db.run(select, []);
  if (row === undefined) throw new Error('the settings of donations are missing');
  const { minAmount, maxAmount, presets } = row;
  return { ...row, minAmount: minor(minAmount), maxAmount: minor(maxAmount), presets: presets.map(minor) };
}

/** The longest message that a gift may bear. */
export async function messageLength({ db, tag }: Pick<CallContext, 'db' | 'tag'>): Promise<number> {
  tag(settingsTag);
  return (await readSettings(db)).messageMaxLength;
}

/** Holds the settings until the transaction ends, so that two changes come one after the other. */
export async function lockSettings(tx: Tx): Promise<KnownSettings> {
  await tx.run(lock, []);
  return readSettings(tx);
}

/** Replaces all settings; what shows them is dropped from the caches. */
export async function writeSettings(tx: Tx, settings: DonationSettings): Promise<void> {
  const { minAmount, maxAmount, presets, messageMaxLength, commissionPercent, stopWords } = settings;
  const { isEnabled, stopReason } = settings;
  const limits = [minAmount, maxAmount, presets, messageMaxLength, commissionPercent, stopWords];
  await tx.run(update, [...limits, isEnabled, stopReason ?? '']);
  await dropCached(tx, [settingsTag]);
}

/** The part of the settings that a gift is held to, in main units. */
export function limitsOf({ minAmount, maxAmount, messageMaxLength }: DonationSettings): DonationLimits {
  return { minAmount: toMain(minAmount), maxAmount: toMain(maxAmount), messageMaxLength };
}

let latest: { key: string; stopWords: StopWords } | null = null;

/** The mask of a list of stop words, made once as long as the list stays the same. */
export function stopWordsOf(words: readonly string[]): StopWords {
  const key = words.join('\n');
  if (latest?.key !== key) latest = { key, stopWords: createStopWords(words) };
  return latest.stopWords;
}
