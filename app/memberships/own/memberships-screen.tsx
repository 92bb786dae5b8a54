import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { call } from '#app/call.ts';
import { WonDraws } from '#app/draws/won-draws.tsx';
import { bring } from '#base/pages/bring.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { BeyondLastPage, PageNumbers, pageNumber } from '#base/ui/lists/page-numbers.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { useAwaitedCard } from '../listing/provider-answer.ts';
import { ReceivedMessages } from '../messages/received-messages.tsx';
import type { Route } from './+types/memberships-screen';
import { MembershipCard } from './membership-card.tsx';

// Few people have given any.
const OwnGifts = lazy(() => bring(() => import('../gifts/page/own-gifts.tsx')));

const take = 10;

export async function clientLoader({ url: { searchParams }, request: { signal } }: Route.ClientLoaderArgs) {
  const query = { Skip: (pageNumber(searchParams) - 1) * take, Take: take };
  const [mine, { items: won }, { items: gifts }, messages, { country }] = await Promise.all([
    call('GET Membership/My', { query }, { signal }),
    call('GET Draw/Won', {}, { signal }).catch(() => ({ items: [] })),
    call('GET Membership/Gifts', { query: { Take: 20 } }, { signal }).catch(() => ({ items: [] })),
    call('GET Membership/Received', { query: {} }, { signal }),
    call('GET Config', {}, { signal }),
  ]);
  return { ...mine, won, gifts, messages, currency: country.currencyLabel };
}

/** Whom the user supports every month, with the next charge, the card and the ways to leave. */
export default function Memberships({
  loaderData: { items, count, won, gifts, messages, currency },
}: Route.ComponentProps) {
  const { t } = useLingui();
  useAwaitedCard(items.some(({ card, isCardAwaited }) => card === null && isCardAwaited));
  return (
    <PageFrame narrow>
      <PageHead title={t`Моя поддержка`} noIndex />
      <PageTitle>
        <Trans>Моя поддержка</Trans>
      </PageTitle>
      <Stack gap={24} fit>
        {won.length > 0 && (
          <Stack gap={8}>
            <WonDraws items={won} />
          </Stack>
        )}
        {count === 0 && (
          <EmptyState
            title={<Trans>Вы пока никого не поддерживаете каждый месяц</Trans>}
            action={
              <LinkButton to="/authors" look="quiet">
                <Trans>Выбрать автора</Trans>
              </LinkButton>
            }
          >
            <Trans>Откройте страницу автора и выберите «Каждый месяц». Здесь будут суммы, даты и карта.</Trans>
          </EmptyState>
        )}
        {items.length === 0 && count > 0 && <BeyondLastPage count={count} take={take} />}
        <ReceivedMessages first={messages} />
        {items.length > 0 && (
          <Stack gap={16}>
            {items.map((membership) => (
              <MembershipCard key={membership.id} membership={membership} currency={currency} />
            ))}
          </Stack>
        )}
        {gifts.length > 0 && (
          <Suspense>
            <OwnGifts items={gifts} />
          </Suspense>
        )}
      </Stack>
      <PageNumbers count={count} take={take} />
    </PageFrame>
  );
}
