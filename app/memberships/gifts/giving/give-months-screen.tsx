import { Trans, useLingui } from '@lingui/react/macro';
import { lazy } from 'react';
import { redirect } from 'react-router';
import { CreatorBand } from '#app/images/creator-band.tsx';
import { pageContext } from '#app/page-context.ts';
import { bring } from '#base/pages/bring.ts';
import { orNotFound } from '#base/pages/not-found.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { accentStyle } from '#base/ui/theme/accent.ts';
import { LatePart } from '../late-part.tsx';
import type { Route } from './+types/give-months-screen';

const GivingForm = lazy(() => bring(() => import('./giving-form.tsx')));

export async function loader({ context, params: { userName: named } }: Route.LoaderArgs) {
  const { services, tag } = context.get(pageContext);
  // Tagged before the calls, so that a cached not-found page is dropped when a user takes the name.
  tag(`creatorName:${named.toLowerCase()}`);
  const query = { userName: named };
  const [user, { levels }, settings, config] = await Promise.all([
    orNotFound(services.call('GET User/GetByName', { query }, tag)),
    orNotFound(services.call('GET Membership/Levels', { query }, tag)),
    services.call('GET Donate/Settings', {}, tag),
    services.call('GET Config', {}, tag),
  ]);
  const { userId, userName, givenName, surName, avatar, banner, accent, pattern } = user;
  if (userName !== named) throw redirect(`/${userName}/months`, 301);
  const displayName = [givenName, surName].filter(Boolean).join(' ') || userName;
  const creator = { userId, userName, displayName, avatar, banner, accent, pattern };
  const { currencyLabel: currency, phoneMask } = config.country;
  return { creator, levels, settings, currency, phoneMask };
}

/** The form of those who pay months of a level for others. */
export default function GiveMonths({ loaderData }: Route.ComponentProps) {
  const { creator, levels, settings } = loaderData;
  const { t } = useLingui();
  const { displayName } = creator;
  return (
    <PageFrame narrow>
      <PageHead
        title={t`Подарить месяцы — ${displayName}`}
        description={t`Оплатите месяцы поддержки ${displayName} для зрителей или для друга`}
        noIndex
      />
      <div style={accentStyle(creator.accent)}>
        <CreatorBand creator={creator} />
        <PageTitle>
          <Trans>Подарить месяцы</Trans>
        </PageTitle>
        {levels.length === 0 || !settings.isEnabled ? (
          <EmptyState title={<Trans>Сейчас подарить нельзя</Trans>}>
            {levels.length === 0 ? (
              <Trans>У автора пока нет уровней поддержки.</Trans>
            ) : (
              <Trans>Донаты на паузе. Загляните позже.</Trans>
            )}
          </EmptyState>
        ) : (
          <LatePart>
            <GivingForm {...loaderData} />
          </LatePart>
        )}
      </div>
    </PageFrame>
  );
}
