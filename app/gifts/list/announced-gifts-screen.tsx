import { Trans, useLingui } from '@lingui/react/macro';
import { lazy } from 'react';
import { redirect } from 'react-router';
import { CreatorBand } from '#app/images/creator-band.tsx';
import { pageContext } from '#app/page-context.ts';
import { bring } from '#base/pages/bring.ts';
import { orNotFound } from '#base/pages/not-found.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { accentStyle } from '#base/ui/theme/accent.ts';
import { giftPath } from '../gift-path.ts';
import { HydratedPart } from '../hydrated-part.tsx';
import type { Route } from './+types/announced-gifts-screen';

const GiftList = lazy(() => bring(() => import('./gift-list.tsx')));

export async function loader({ context, params: { userName: named } }: Route.LoaderArgs) {
  const { services, tag } = context.get(pageContext);
  // Tagged before the call, so that a cached not-found page is dropped when a user takes the name.
  tag(`creatorName:${named.toLowerCase()}`);
  const { creator, gifts } = await orNotFound(services.call('GET Gift/Announced', { query: { userName: named } }, tag));
  const [first, ...others] = gifts;
  // Viewers who type the address of an alert are led to what it announces.
  if (first !== undefined && others.length === 0) throw redirect(giftPath(first));
  if (creator.userName !== named) throw redirect(`/${creator.userName}/gifts`, 301);
  return { creator, gifts };
}

/** What viewers of a creator can get now, as alerts announce it. */
export default function AnnouncedGifts({ loaderData: { creator, gifts } }: Route.ComponentProps) {
  const { t } = useLingui();
  const { displayName, userName } = creator;
  return (
    <PageFrame narrow>
      <PageHead
        title={t`Подарки зрителям — ${displayName}`}
        description={t`Что зрители автора ${displayName} могут получить сейчас`}
        noIndex
      />
      <div style={accentStyle(creator.accent)}>
        <CreatorBand creator={creator} />
        <PageTitle>
          <Trans>Подарки зрителям</Trans>
        </PageTitle>
        {gifts.length === 0 ? (
          <EmptyState
            title={<Trans>Сейчас подарков нет</Trans>}
            action={
              <LinkButton to={`/${userName}`}>
                <Trans>Страница автора</Trans>
              </LinkButton>
            }
          >
            <Trans>Когда кто-нибудь подарит зрителям вещи или месяцы поддержки, забрать их можно будет здесь.</Trans>
          </EmptyState>
        ) : (
          <HydratedPart>
            <GiftList gifts={gifts} />
          </HydratedPart>
        )}
      </div>
    </PageFrame>
  );
}
