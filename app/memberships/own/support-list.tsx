import { Trans } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import { WonDraws } from '#app/draws/won-draws.tsx';
import { bring } from '#base/pages/bring.ts';
import { Stack, Text } from '#base/ui/layout/parts.tsx';
import { BeyondLastPage, PageNumbers, pageNumber } from '#base/ui/lists/page-numbers.tsx';
import { useAwaitedCard } from '../listing/provider-answer.ts';
import { ReceivedMessages } from '../messages/received-messages.tsx';
import { MembershipCard } from './membership-card.tsx';
import { NoSupport } from './no-support.tsx';

// Few people have given any.
const OwnGifts = lazy(() => bring(() => import('../gifts/page/own-gifts.tsx')));

const take = 10;

/** Reads the page of the list that an address names, and what stands beside it. */
export async function readSupport(params: URLSearchParams, signal: AbortSignal) {
  const query = { Skip: (pageNumber(params) - 1) * take, Take: take };
  const [mine, { items: won }, { items: gifts }, messages, { country }] = await Promise.all([
    call('GET Membership/My', { query }, { signal }),
    call('GET Draw/Won', {}, { signal }).catch(() => ({ items: [] })),
    call('GET Membership/Gifts', { query: { Take: 20 } }, { signal }).catch(() => ({ items: [] })),
    call('GET Membership/Received', { query: {} }, { signal }),
    call('GET Config', {}, { signal }),
  ]);
  return { ...mine, won, gifts, messages, currency: country.currencyLabel };
}

/** Memberships with the next charge, the card and the ways to leave; messages, and what was given and won. */
export function SupportList({ items, count, won, gifts, messages, currency }: Awaited<ReturnType<typeof readSupport>>) {
  useAwaitedCard(items.some(({ card, isCardAwaited }) => card === null && isCardAwaited));
  return (
    <div>
      <Stack gap={24} fit>
        {won.length > 0 && (
          <Stack gap={8}>
            <WonDraws items={won} />
          </Stack>
        )}
        {count === 0 && (
          <NoSupport>
            <Trans>Откройте страницу автора и выберите «Каждый месяц». Здесь будут суммы, даты и карта.</Trans>
          </NoSupport>
        )}
        {items.length === 0 && count > 0 && <BeyondLastPage count={count} take={take} />}
        <ReceivedMessages first={messages} />
        {items.length > 0 && (
          <Stack gap={16}>
            {items.map((membership) => (
              <MembershipCard key={membership.id} membership={membership} currency={currency} />
            ))}
            <Text dim>
              <Trans>
                Об отказах карты и новых постах напишем в Telegram или в браузер:{' '}
                <Link to="/profile/notices">выбрать, куда</Link>
              </Trans>
            </Text>
          </Stack>
        )}
        {gifts.length > 0 && (
          <Suspense>
            <OwnGifts items={gifts} />
          </Suspense>
        )}
      </Stack>
      <PageNumbers count={count} take={take} />
    </div>
  );
}
