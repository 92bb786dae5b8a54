import { Trans, useLingui } from '@lingui/react/macro';
import { NavLink } from 'react-router';
import { pageContext } from '#app/page-context.ts';
import { notFoundPage } from '#base/pages/not-found.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { MarkedText } from '#base/ui/marked-text/marked-text.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import type { Route } from './+types/site-page-screen';
import { pageTitles } from './page-titles.ts';
import classes from './site-page-screen.module.css';
import { isSitePage, sitePages } from './site-pages.ts';
import { useSiteText } from './use-site-text.ts';

export async function loader({ context, params: { page } }: Route.LoaderArgs) {
  const { services, tag } = context.get(pageContext);
  if (!isSitePage(page)) throw notFoundPage();
  return { page, ...(await services.call('GET Site/Page', { query: { page } }, tag)) };
}

/** A page of the operator: help, fees, terms, privacy or contacts. Its texts are here in all languages, so that switching asks nothing. */
export default function SitePageScreen({ loaderData: { page, texts, changedAt, facts } }: Route.ComponentProps) {
  const { i18n, t } = useLingui();
  const dateText = useDateText();
  const { locale, fill } = useSiteText(facts);
  const title = i18n._(pageTitles[page]);
  const date = changedAt === null ? null : dateText(changedAt, { date: 'long' });
  return (
    <PageFrame>
      <PageHead title={title} type="article" />
      <div className={classes.columns}>
        <nav className={classes.pages} aria-label={t`О площадке`}>
          {sitePages.map((one) => (
            <NavLink key={one} to={`/about/${one}`} className={classes.page}>
              {i18n._(pageTitles[one])}
            </NavLink>
          ))}
        </nav>
        <article className={classes.article}>
          <PageTitle>{title}</PageTitle>
          <MarkedText text={fill(texts[locale])} />
          {date !== null && (
            <p className={classes.date}>
              <Trans>Редакция от {date}</Trans>
            </p>
          )}
        </article>
      </div>
    </PageFrame>
  );
}
