import { isSitePage } from '../texts/site-pages.ts';
import type { Route } from './+types/site-screen';
import { readSiteSettings, SiteSettingsForm } from './site-settings-form.tsx';
import { readSiteTexts, SiteTextForm } from './site-text-form.tsx';

export async function clientLoader({ url: { searchParams } }: Route.ClientLoaderArgs) {
  const page = searchParams.get('page') ?? '';
  return isSitePage(page) ? { texts: await readSiteTexts(page) } : { settings: await readSiteSettings() };
}

/** What an admin sets of the site: brand and contacts, or with `?page=` the texts of a page below `/about`. */
export default function SiteScreen({ loaderData: { texts, settings } }: Route.ComponentProps) {
  if (texts !== undefined) return <SiteTextForm key={texts.page} known={texts} />;
  return settings === undefined ? null : <SiteSettingsForm known={settings} />;
}
