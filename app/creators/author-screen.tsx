import { Trans, useLingui } from '@lingui/react/macro';
import { type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router';
import { pageContext } from '#base/page-context.ts';
import { EmptyState } from '#base/ui/empty-state.tsx';
import { LinkButton } from '#base/ui/link-button.tsx';
import { PageFrame } from '#base/ui/page-frame.tsx';
import { PageHead } from '../shell/page-head.tsx';
import type { Route } from './+types/author-screen';
import { AuthorAbout } from './author-about.tsx';
import { AuthorHeader } from './author-header.tsx';
import { loadAuthor } from './author-page-loader.ts';
import classes from './author-screen.module.css';
import { AuthorTabs, authorTab } from './author-tabs.tsx';
import { PersonData } from './person-data.tsx';
import { displayNameOf } from './public-user.ts';
import { giftFormId, SupportBar } from './support-bar.tsx';

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const user = await loadAuthor(page, params.userName, url.search);
  return { user };
}

/** Another tab is the same data. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate;
}

/** A creator's public page: the window, then the gift form with the last and the largest gifts, merch, about. */
export default function Author({ loaderData: { user } }: Route.ComponentProps) {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const tab = authorTab(params);
  const displayName = displayNameOf(user);
  return (
    <PageFrame>
      <PageHead
        title={displayName}
        description={user.about ?? t`Поддержите автора ${displayName}: подарок прозвучит на стриме сразу после оплаты.`}
        image={`/og/${user.userName}.png`}
        type="profile"
        noIndex={user.userType.length === 0}
      />
      <PersonData user={user} />
      <AuthorHeader user={user} />
      <AuthorTabs current={tab} />
      {tab === 'support' && (
        <div className={classes.support}>
          <div id={giftFormId} className={classes.form} />
        </div>
      )}
      {tab === 'merch' && (
        <EmptyState
          title={<Trans>Автор пока не выставил мерч</Trans>}
          action={
            <LinkButton to={{ search: '' }} replace look="quiet">
              <Trans>Поддержать подарком</Trans>
            </LinkButton>
          }
        >
          <Trans>Футболки, кружки и постеры появятся здесь, как только автор их выпустит.</Trans>
        </EmptyState>
      )}
      {tab === 'about' && <AuthorAbout user={user} />}
      <SupportBar tab={tab} />
    </PageFrame>
  );
}
