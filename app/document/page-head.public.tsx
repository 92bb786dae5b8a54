import { useLingui } from '@lingui/react/macro';
import { useLocation } from 'react-router';
import { usePublicUrl } from './document-context.ts';

interface PageHeadProps {
  /** Without the product's name; that is added. */
  readonly title?: string;
  readonly description?: string;
  /** An absolute or site-relative address of a picture of 1200×630 for link previews. */
  readonly image?: string;
  /** Keeps the page out of search machines: what is personal, missing or empty. */
  readonly noIndex?: boolean;
  readonly type?: 'website' | 'profile' | 'article';
  /** The path that search machines should know the page by, where it answers under several. */
  readonly canonical?: string;
}

/**
 * The page's title, description and link preview; a screen renders it anywhere in its markup and React puts it into
 * the head. Used instead of React Router's `meta`, because here the texts are in the page's language.
 */
export function PageHead({ title, description, image, noIndex = false, type = 'website', canonical }: PageHeadProps) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const origin = usePublicUrl();
  const address = `${origin}${canonical ?? pathname}`;
  const name = t`Опора`;
  const whole = title === undefined ? t`Опора — поддержите тех, кого любите смотреть` : `${title} — ${name}`;
  const about = description ?? t`Донаты, живые оповещения на стриме и мерч от авторов, которых вы смотрите и слушаете.`;
  const picture = new URL(image ?? '/og/opora.png', origin).href;
  return (
    <>
      <title>{whole}</title>
      <meta name="description" content={about} />
      {noIndex ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={address} />}
      <meta property="og:site_name" content={name} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title ?? whole} />
      <meta property="og:description" content={about} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={picture} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
