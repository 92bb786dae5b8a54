import type { CallContext } from '#base/calls/call-context.server.ts';
import { type Queryable, statement, type Tx } from '#base/db/db.server.ts';
import { dropCached } from '#base/events/cache-tags.server.ts';
import { type Minor, minor, toMain } from '#base/money/money.ts';
import { type DonationLimits, nameMaxLength } from './donation-rules.ts';

/** The settings of all donations; amounts in minor units. */
export interface DonationSettings {
  readonly minAmount: Minor;
  readonly maxAmount: Minor;
  readonly presets: Minor[];
  readonly messageMaxLength: number;
  readonly commissionPercent: number;
  readonly stopWords: string[];
  readonly isEnabled: boolean;
  /** The public reason why donations are stopped; null for none. */
  readonly stopReason: string | null;
}

/** The settings with their version, to detect concurrent changes. */
export interface KnownSettings extends DonationSettings {
  readonly version: string;
  /** What the site is called: no donor may be called so. */
  readonly siteName: string;
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
  readonly siteName: string;
}

/** The cache tag of everything that shows limits or masked words. */
export const settingsTag = 'donationSettings';

const select = statement<SettingsRow>(`
  select min_amount as "minAmount", max_amount as "maxAmount", to_jsonb(presets) as presets,
    message_max_length as "messageMaxLength", commission_percent::float8 as "commissionPercent",
    stop_words as "stopWords", is_enabled as "isEnabled",
    nullif(stop_reason, '') as "stopReason",
    md5(donation_settings::text) as version, site_name.name as "siteName"
  from donation_settings cross join site_name`);

const lock = statement('select from donation_settings for update');

const update = statement(`
  update donation_settings set min_amount = $1, max_amount = $2, presets = $3, message_max_length = $4,
    commission_percent = $5, stop_words = $6, is_enabled = $7, stop_reason = $8`);

/** Reads the present settings. */
export async function readDonationSettings(db: Queryable): Promise<KnownSettings> {
  const [row] = await db.run(select, []);
  if (row === undefined) throw new Error('the settings of donations are missing');
  const { minAmount, maxAmount, presets } = row;
  return { ...row, minAmount: minor(minAmount), maxAmount: minor(maxAmount), presets: presets.map(minor) };
}

/** The maximum length of a message. */
export async function messageLength({ db, tag }: Pick<CallContext, 'db' | 'tag'>): Promise<number> {
  tag(settingsTag);
  return (await readDonationSettings(db)).messageMaxLength;
}

/** The commission, and the limits in minor units. */
export async function readFees({ db, tag }: Pick<CallContext, 'db' | 'tag'>) {
  tag(settingsTag);
  const { commissionPercent, minAmount, maxAmount } = await readDonationSettings(db);
  return { commissionPercent, minAmount, maxAmount };
}

/** The sums that donors may choose from, in minor units, and how long a name and a message may be; null while donations are paused. */
export async function readOffer(db: Queryable) {
  const { isEnabled, presets, messageMaxLength } = await readDonationSettings(db);
  return isEnabled ? { sums: presets, limits: { name: nameMaxLength, message: messageMaxLength } } : null;
}

/** Locks the settings until the transaction ends, so that changes happen one after another. */
export async function lockSettings(tx: Tx): Promise<KnownSettings> {
  await tx.run(lock, []);
  return readDonationSettings(tx);
}

/** Replaces all settings and invalidates what shows them. */
export async function writeSettings(tx: Tx, settings: DonationSettings): Promise<void> {
  const { minAmount, maxAmount, presets, messageMaxLength, commissionPercent, stopWords } = settings;
  const { isEnabled, stopReason } = settings;
  const limits = [minAmount, maxAmount, presets, messageMaxLength, commissionPercent, stopWords];
  await tx.run(update, [...limits, isEnabled, stopReason ?? '']);
  await dropCached(tx, [settingsTag]);
}

/** The limits among the settings, in main units. */
export function limitsOf({ minAmount, maxAmount, messageMaxLength }: DonationSettings): DonationLimits {
  return { minAmount: toMain(minAmount), maxAmount: toMain(maxAmount), messageMaxLength };
}
