import { holdImageNames, holdOwnImageNames } from '#app/images/images.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Tx } from '#base/db/db.server.ts';
import { dropCached } from '#base/events/cache-tags.server.ts';
import type { Minor } from '#base/money/money.ts';
import { lockSiteSettings, readSiteSettings, writeSiteSettings } from '../site-settings-store.server.ts';
import { siteTag } from '../site-tag.ts';
import { insertTexts, lockTexts, readVersions, type SiteTexts } from '../texts/site-texts-store.server.ts';
import { standardTexts } from '../texts/standard-texts.server.ts';
import { siteChanged } from './site-failures.ts';
import type { siteSettingsCalls } from './site-settings.calls.ts';

/** What the settings of donations say of prices; amounts in minor units. */
interface SiteFees {
  readonly commissionPercent: number;
  readonly minAmount: Minor;
  readonly maxAmount: Minor;
}

export type SiteFeesReader = (context: CallContext) => Promise<SiteFees>;

interface SiteSettingsDeps {
  /** The country's currency label. */
  readonly currency: string;
  readonly readFees: SiteFeesReader;
}

const shownVersions = 20;

const isEmpty = ({ ru, uz, en }: SiteTexts) => `${ru}${uz}${en}` === '';

/** A logo is a picture of the admin who sets it, unless it was the logo before. */
async function checkLogo(tx: Tx, logo: string, { before, userId }: { before: string; userId: string }): Promise<void> {
  if (logo === '') return;
  const isThere = logo === before ? await holdImageNames(tx, [logo]) : await holdOwnImageNames(tx, userId, [logo]);
  if (!isThere) throw failures.validationFailed({ fields: { logo: 'Загрузите картинку ещё раз' } });
}

/** A language without a text of the operator shows the first that has one. */
function shownTexts({ ru, uz, en }: SiteTexts): SiteTexts {
  const first = ru || uz || en;
  return { ru: ru || first, uz: uz || first, en: en || first };
}

/** The handlers of brand, contacts and pages. */
export function createSiteSettings({ currency, readFees }: SiteSettingsDeps): Handlers<typeof siteSettingsCalls> {
  return {
    page: async ({ query: { page } }, context) => {
      context.tag(siteTag);
      const [own] = await readVersions(context.db, page, 1);
      const { name, company, email, phone, telegram, address } = await readSiteSettings(context.db);
      const isOwn = own !== undefined && !isEmpty(own);
      return {
        texts: isOwn ? shownTexts(own) : standardTexts(page),
        changedAt: isOwn ? own.savedAt.toISOString() : null,
        facts: { name, company, email, phone, telegram, address, currency, ...(await readFees(context)) },
      };
    },
    readSettings: async (_input, { db }) => readSiteSettings(db),
    changeSettings: async ({ body: { version, ...settings } }, context) =>
      context.transaction(async (tx) => {
        const known = await lockSiteSettings(tx);
        if (known.version !== version) throw siteChanged();
        await checkLogo(tx, settings.logo, { before: known.logo, userId: callerOf(context).userId });
        await writeSiteSettings(tx, settings);
        await dropCached(tx, [siteTag]);
        return {};
      }),
    readTexts: async ({ query: { page } }, { db }) => {
      const versions = await readVersions(db, page, shownVersions + 1);
      const [newest, ...earlier] = versions.map(({ savedAt, ...one }) => ({ ...one, savedAt: savedAt.toISOString() }));
      const { version = '0', ru = '', uz = '', en = '' } = newest ?? {};
      return { standard: standardTexts(page), own: { ru, uz, en }, version, history: earlier };
    },
    changeTexts: async ({ body: { page, version, ...texts } }, { transaction }) =>
      transaction(async (tx) => {
        if ((await lockTexts(tx, page)) !== version) throw siteChanged();
        await insertTexts(tx, page, texts);
        await dropCached(tx, [siteTag]);
        return {};
      }),
  };
}
