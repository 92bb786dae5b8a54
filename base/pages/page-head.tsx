import { useLingui } from '@lingui/react/macro';
import { useLocation } from 'react-router';
import { addressIn, isLocale, locales } from '#base/text/locales.ts';
import { useBrand, useProductName } from './brand.ts';
import { usePublicUrl } from './document-context.ts';

interface PageHeadProps {
  /** Without the product's name, which is added. */
  readonly title?: string;
  readonly description?: string;
  /** The address of a picture of 1200×630 for link previews, absolute or relative to the site. */
  readonly image?: string;
  /** Excludes the page from search engines: for personal, missing or empty pages. */
  readonly noIndex?: boolean;
  readonly type?: 'website' | 'profile' | 'article';
  /** The canonical path, if the page has several. */
  readonly canonical?: string;
}

/** The size of every link preview. */
const previewSize = { width: 1200, height: 630 };

/**
 * The page's title, description and link preview. A screen renders it anywhere in its markup, and React moves it into the head. Used
 * instead of React Router's `meta`, so that Lingui translates the texts.
 */
export function PageHead({ title, description, image, noIndex = false, type = 'website', canonical }: PageHeadProps) {
  const { t, i18n } = useLingui();
  const { pathname } = useLocation();
  const origin = usePublicUrl();
  const plain = `${origin}${canonical ?? (pathname.replace(/\/+$/, '') || '/')}`;
  const address = isLocale(i18n.locale) ? addressIn(plain, i18n.locale) : plain;
  const name = useProductName();
  const { preview } = useBrand();
  const whole = title === undefined ? t`${name} — поддержите тех, кого любите смотреть` : `${title} — ${name}`;
  const about = description ?? t`Донаты, живые оповещения на стриме и мерч от авторов, которых вы смотрите и слушаете.`;
  return (
    <>
      <title>{whole}</title>
      <meta name="description" content={about} />
      {noIndex ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={address} />
          {locales.map((locale) => (
            <link key={locale} rel="alternate" hrefLang={locale} href={addressIn(plain, locale)} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={plain} />
        </>
      )}
      <meta property="og:site_name" content={name} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title ?? whole} />
      <meta property="og:description" content={about} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={new URL(image ?? preview, origin).href} />
      <meta property="og:image:width" content={String(previewSize.width)} />
      <meta property="og:image:height" content={String(previewSize.height)} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
