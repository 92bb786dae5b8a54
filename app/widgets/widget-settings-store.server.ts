import type { Queryable, Tx } from '#base/db/db.server.ts';
import { statement } from '#base/db/db.server.ts';
import { isTurning, withoutNothing } from '#base/text/clean-text.ts';
import type { AlertSettings } from './look/alert-settings-shape.ts';
import { isBuiltInSound } from './widget-choices.ts';
import { hashOfKey, type StoredKey, type WidgetKeys } from './widget-key.server.ts';
import { defaultAlert, defaultStatistics, defaultSticker, defaultTheme } from './widget-settings.ts';
import type { GoalSettings, StatisticsSettings, StickerSettings } from './widget-shapes.ts';

/** A creator's widgets; money in minor units. */
export interface WidgetSettings {
  readonly alert: AlertSettings;
  readonly statistics: StatisticsSettings;
  readonly sticker: StickerSettings;
}

/** The owner of a widget key. */
export interface KeyOwner {
  readonly projectId: string;
  readonly keyVersion: number;
}

type Variant = AlertSettings['variants'][number];
type StoredVariant = Omit<Variant, keyof typeof defaultTheme> & Partial<Variant>;
type StoredGoal = Pick<GoalSettings, 'title' | 'amount'> & Partial<GoalSettings>;

interface SettingsRow {
  readonly alert: Partial<Omit<AlertSettings, 'variants'>> & { readonly variants?: readonly StoredVariant[] };
  readonly statistics: Partial<Omit<StatisticsSettings, 'goal'>> & { readonly goal?: StoredGoal | null };
  readonly sticker: Partial<StickerSettings>;
}

/** Settings older than the rule of texts may break it, and then no answer could contain them. */
function readable(stored: SettingsRow): SettingsRow {
  const text = JSON.stringify(stored);
  return isTurning(text) ? JSON.parse(withoutNothing(text)) : stored;
}

function withDefaults(stored: SettingsRow | undefined): WidgetSettings {
  const row = stored && readable(stored);
  const goal = row?.statistics.goal;
  const variants = row?.alert.variants ?? [];
  return {
    alert: { ...defaultAlert, ...row?.alert, variants: variants.map((one) => ({ ...defaultTheme, ...one })) },
    statistics: {
      ...defaultStatistics,
      ...row?.statistics,
      goal: goal ? { since: null, members: null, ...goal } : null,
    },
    sticker: { ...defaultSticker, ...row?.sticker },
  };
}

const settingsOf = statement<SettingsRow>(
  'select alert, statistics, sticker from widget_settings where project_id = $1',
);

/** The settings of a project, by default the built-in ones. */
export async function readWidgetSettings(db: Queryable, projectId: string): Promise<WidgetSettings> {
  const [row] = await db.run(settingsOf, [projectId]);
  return withDefaults(row);
}

const publicSettingsOf = statement<SettingsRow>(`
  select coalesce(w.alert, '{}') as alert, coalesce(w.statistics, '{}') as statistics, coalesce(w.sticker, '{}') as sticker
  from project p join creator c on c.user_id = p.user_id left join widget_settings w on w.project_id = p.id
  where p.id = $1 and not c.is_blocked`);

/** The settings of a project whose widgets visitors may see; null: there is no such project, or its creator is blocked. */
export async function readPublicSettings(db: Queryable, projectId: string): Promise<WidgetSettings | null> {
  const [row] = await db.run(publicSettingsOf, [projectId]);
  return row === undefined ? null : withDefaults(row);
}

const ownerOfKey = statement<KeyOwner>(`
  select w.project_id as "projectId", w.key_version as "keyVersion"
  from widget_settings w join project p on p.id = w.project_id join creator c on c.user_id = p.user_id
  where w.key_hash = $1 and not c.is_blocked`);

/** The owner of a key. Null for a wrong or replaced key and for a blocked owner. */
export async function findKeyOwner(db: Queryable, key: string): Promise<KeyOwner | null> {
  const [owner] = await db.run(ownerOfKey, [hashOfKey(key)]);
  return owner ?? null;
}

const insert = statement(`
  insert into widget_settings (project_id, key_hash, key_sealed) values ($1, $2, $3)
  on conflict (project_id) do nothing`);

const lock = statement<SettingsRow & { keySealed: Buffer }>(`
  select alert, statistics, sticker, key_sealed as "keySealed" from widget_settings where project_id = $1 for update`);

/** The settings with the readable key. Creates both where the project has none, and a new key where the old one cannot be unsealed. */
export async function openSettings(
  tx: Tx,
  projectId: string,
  keys: WidgetKeys,
): Promise<WidgetSettings & { key: string }> {
  const fresh = keys.issue();
  await tx.run(insert, [projectId, fresh.hash, fresh.sealed]);
  const [row] = await tx.run(lock, [projectId]);
  const key = row === undefined ? null : keys.open(row.keySealed);
  if (key !== null) return { ...withDefaults(row), key };
  await replaceKey(tx, projectId, fresh);
  return { ...withDefaults(row), key: fresh.key };
}

const anyKey = statement('select from widget_settings where project_id = $1');

/** Whether a project has a widget key. */
export async function hasWidgetKey(db: Queryable, projectId: string): Promise<boolean> {
  return (await db.run(anyKey, [projectId])).length === 1;
}

const putKey = statement<{ keyVersion: number }>(`
  insert into widget_settings as known (project_id, key_hash, key_sealed) values ($1, $2, $3)
  on conflict (project_id) do update set
    key_hash = excluded.key_hash, key_sealed = excluded.key_sealed, key_version = known.key_version + 1
  returning key_version as "keyVersion"`);

/** Replaces the key and returns the version of the new one. */
export async function replaceKey(tx: Tx, projectId: string, { hash, sealed }: StoredKey): Promise<number> {
  const rows = await tx.run(putKey, [projectId, hash, sealed]);
  return rows[0]?.keyVersion ?? 1;
}

const merge = statement(`
  update widget_settings set
    alert = alert || $1::jsonb,
    statistics = statistics || $2::jsonb,
    sticker = sticker || $3::jsonb
  where project_id = $4`);

/** Merges the changes into each part. The row must exist (`openSettings`). */
export async function changeSettings(
  tx: Tx,
  projectId: string,
  change: { alert: object; statistics: object; sticker: object },
): Promise<void> {
  await tx.run(merge, [
    JSON.stringify(change.alert),
    JSON.stringify(change.statistics),
    JSON.stringify(change.sticker),
    projectId,
  ]);
}

/** All looks in alert settings. */
const looksIn = (alert: AlertSettings) => [alert, ...alert.variants, ...alert.monthlyVariants];

/** The uploaded sounds that alert settings use. */
export function soundsOf(alert: AlertSettings): string[] {
  return looksIn(alert)
    .map(({ sound }) => sound)
    .filter((name) => !isBuiltInSound(name));
}

/** The pictures that alert settings use. */
export function picturesOf(alert: AlertSettings): string[] {
  return looksIn(alert)
    .map(({ image }) => image)
    .filter((name) => name !== null);
}

const usedPictures = statement<{ image: string }>(`
  select distinct look ->> 'image' as image
  from widget_settings, lateral (
    select alert as look
    union all select jsonb_array_elements(coalesce(alert -> 'variants', '[]'::jsonb))
    union all select jsonb_array_elements(coalesce(alert -> 'monthlyVariants', '[]'::jsonb))
  ) looks
  where look ->> 'image' = any($1::text[])`);

/** Which of these pictures any creator's alerts show. */
export async function usedWidgetImages(db: Queryable, names: readonly string[]): Promise<string[]> {
  return (await db.run(usedPictures, [names])).map(({ image }) => image);
}
