import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { lazy } from 'react';
import { redirect } from 'react-router';
import { CreatorBand } from '#app/images/creator-band.tsx';
import { pageContext } from '#app/page-context.ts';
import { bring } from '#base/pages/bring.ts';
import { orNotFound } from '#base/pages/not-found.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import panel from '#base/ui/panel/panel.module.css';
import { accentStyle } from '#base/ui/theme/accent.ts';
import { giftPath } from '../gift-path.ts';
import { HydratedPart } from '../hydrated-part.tsx';
import type { Route } from './+types/give-months-screen';

const MonthsForm = lazy(() => bring(() => import('./months-form.tsx')));

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
  const { userId, projectId, userName, givenName, surName, avatar, banner, accent, pattern } = user;
  if (userName !== named) throw redirect(`/${userName}/months`, 301);
  const displayName = [givenName, surName].filter(Boolean).join(' ') || userName;
  const creator = { userId, userName, displayName, avatar, banner, accent, pattern };
  const { currencyLabel: currency, phoneMask } = config.country;
  tag(`project:${projectId}`);
  const gifts = (await services.announcedGifts(projectId)).filter(({ kind }) => kind === 'Months');
  return { creator, levels, settings, gifts, currency, phoneMask };
}

/** The form of those who pay months of a level for others. */
export default function GiveMonths({ loaderData }: Route.ComponentProps) {
  const { creator, levels, settings, gifts } = loaderData;
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
        <Stack gap={24} fit>
          {gifts.length > 0 && (
            <Stack className={panel.panel} gap={12} fit>
              <p>
                <Trans>Сейчас эти месяцы может получить любой зритель:</Trans>
              </p>
              {gifts.map(({ id, kind, left }) => (
                <LinkButton key={id} look="quiet" to={giftPath({ id, kind })}>
                  <Trans>
                    Подарок: <Plural value={left} one="# месяц" few="# месяца" many="# месяцев" other="# месяца" />
                  </Trans>
                </LinkButton>
              ))}
            </Stack>
          )}
          <PageTitle>
            <Trans>Подарить месяцы</Trans>
          </PageTitle>
        </Stack>
        {levels.length === 0 || !settings.isEnabled ? (
          <EmptyState title={<Trans>Сейчас подарить нельзя</Trans>}>
            {levels.length === 0 ? (
              <Trans>У автора пока нет уровней поддержки.</Trans>
            ) : (
              <Trans>Донаты на паузе. Загляните позже.</Trans>
            )}
          </EmptyState>
        ) : (
          <HydratedPart>
            <MonthsForm {...loaderData} />
          </HydratedPart>
        )}
      </div>
    </PageFrame>
  );
}
