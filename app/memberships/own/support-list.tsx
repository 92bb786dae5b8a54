import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import { WonDraws } from '#app/draws/won-draws.tsx';
import { failures } from '#base/calls/errors.ts';
import { Stack, Text } from '#base/ui/layout/parts.tsx';
import { BeyondLastPage, PageNumbers, pageNumber } from '#base/ui/lists/page-numbers.tsx';
import { useAwaitedCard } from '../listing/provider-answer.ts';
import { ReceivedMessages } from '../messages/received-messages.tsx';
import { WonPieces } from '../won-pieces.tsx';
import { MembershipCard } from './membership-card.tsx';
import { NoSupport } from './no-support.tsx';
import { readWanted } from './wanted-level.ts';

const take = 10;

/** Whose page a post leads here from; undefined: nobody's, or there is none by now. */
async function readCreator(params: URLSearchParams, signal: AbortSignal) {
  const userName = params.get('creator');
  if (!userName) return undefined;
  return call('GET User/GetByName', { query: { userName } }, { signal }).catch((error: unknown) => {
    if (failures.notFound.is(error)) return undefined;
    throw error;
  });
}

/** What stands beside the memberships of all creators. */
async function readBeside(signal: AbortSignal) {
  const [{ items: won }, pieces, { count: gifts }, messages] = await Promise.all([
    call('GET Draw/Won', {}, { signal }).catch(() => ({ items: [] })),
    call('GET Gift/Won', { query: {} }, { signal }).catch(() => []),
    call('GET Membership/Gifts', { query: { Take: 1 } }, { signal }).catch(() => ({ count: 0 })),
    call('GET Membership/Received', { query: {} }, { signal }),
  ]);
  return { won, pieces, gifts, messages };
}

/**
 * Reads the page of the list that an address names. With `creator` in it only what is given to this one, and with `level` the form in which
 * this level is chosen.
 */
export async function readSupport(params: URLSearchParams, signal: AbortSignal) {
  const creator = await readCreator(params, signal);
  const query = { Skip: (pageNumber(params) - 1) * take, Take: take, projectId: creator?.projectId };
  const [mine, beside, wanted, { country }] = await Promise.all([
    call('GET Membership/My', { query }, { signal }),
    creator === undefined ? readBeside(signal) : null,
    creator === undefined ? null : readWanted(params, creator.userName),
    call('GET Config', {}, { signal }),
  ]);
  return { ...mine, beside, wanted, currency: country.currencyLabel };
}

/** Memberships with the next charge, the card and the ways to leave; messages, and what was given and won. */
export function SupportList({ items, count, beside, wanted, currency }: Awaited<ReturnType<typeof readSupport>>) {
  useAwaitedCard(items.some(({ card, isCardAwaited }) => card === null && isCardAwaited));
  return (
    <div>
      <Stack gap={24} fit>
        {beside === null && (
          <p>
            <Link to="/memberships">
              <Trans>Все подписки</Trans>
            </Link>
          </p>
        )}
        {beside !== null && beside.won.length + beside.pieces.length > 0 && (
          <Stack gap={8}>
            <WonDraws items={beside.won} />
            <WonPieces items={beside.pieces} />
          </Stack>
        )}
        {count === 0 && (
          <NoSupport>
            <Trans>Откройте страницу автора и выберите «Каждый месяц». Здесь будут суммы, даты и карта.</Trans>
          </NoSupport>
        )}
        {items.length === 0 && count > 0 && <BeyondLastPage count={count} take={take} />}
        {beside !== null && <ReceivedMessages first={beside.messages} />}
        {items.length > 0 && (
          <Stack gap={16}>
            {items.map((membership) => (
              <MembershipCard key={membership.id} membership={membership} currency={currency} wanted={wanted} />
            ))}
            <Text dim>
              <Trans>
                Об отказах карты и новых постах напишем в Telegram или в браузер:{' '}
                <Link to="/profile/notices">выбрать, куда</Link>
              </Trans>
            </Text>
          </Stack>
        )}
        {beside !== null && beside.gifts > 0 && (
          <p>
            <Link to="/memberships/gifts">
              <Trans>Что вы подарили: {beside.gifts}</Trans>
            </Link>
          </p>
        )}
      </Stack>
      <PageNumbers count={count} take={take} />
    </div>
  );
}
