import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { usePublicUrl } from '#base/pages/document-context.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { CopyButton } from '#base/ui/copy/copy-button.tsx';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { BeyondLastPage, PageNumbers, pageNumber } from '#base/ui/lists/page-numbers.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { GiftEndWords } from '../gift-end-words.tsx';
import { giftPath } from '../gift-path.ts';
import type { giftsCalls } from '../gifts.calls.ts';
import type { Route } from './+types/own-gifts-screen';
import classes from './own-gifts-screen.module.css';

type OwnGift = CallAnswer<typeof giftsCalls.gifts>['items'][number];

const take = 10;

export async function clientLoader({ url: { searchParams }, request: { signal } }: Route.ClientLoaderArgs) {
  const query = { Skip: (pageNumber(searchParams) - 1) * take, Take: take };
  return call('GET Membership/Gifts', { query }, { signal });
}

/** The months that the user has given to others, newest first. */
export default function OwnGifts({ loaderData: { items, count } }: Route.ComponentProps) {
  const { t } = useLingui();
  return (
    <PageFrame narrow>
      <PageHead title={t`Подаренное`} noIndex />
      <PageTitle>
        <Trans>Подаренное</Trans>
      </PageTitle>
      <Stack gap={24} fit>
        <p>
          <Link to="/memberships">
            <Trans>Моя поддержка</Trans>
          </Link>
        </p>
        {count === 0 && (
          <EmptyState title={<Trans>Вы ещё ничего не дарили</Trans>}>
            <Trans>Месяцы поддержки можно подарить зрителям или другу на странице автора.</Trans>
          </EmptyState>
        )}
        {items.length === 0 && count > 0 && <BeyondLastPage count={count} take={take} />}
        {items.length > 0 && (
          <ul className={classes.gifts}>
            {items.map((item) => (
              <li key={item.gift.id}>
                <Line {...item} />
              </li>
            ))}
          </ul>
        )}
      </Stack>
      <PageNumbers count={count} take={take} />
    </PageFrame>
  );
}

function Line({ gift, displayName, secret }: OwnGift) {
  const { id, months, left, state, expiresAt } = gift;
  const day = useDateText()(expiresAt, { date: 'dayMonth' });
  const address = `${usePublicUrl()}${giftPath(id, secret)}`;
  return (
    <>
      <Link to={giftPath(id)}>
        {displayName}
        {months > 0 && (
          <>
            : <Plural value={months} one="# месяц" few="# месяца" many="# месяцев" other="# месяца" />
          </>
        )}
      </Link>{' '}
      {state === 'Over' ? (
        <GiftEndWords endReason={gift.endReason} isOwn />
      ) : (
        <Trans>
          осталось {left}, до {day}
        </Trans>
      )}{' '}
      {secret !== null && state !== 'Over' && (
        <CopyButton text={address}>
          <Trans>Скопировать ссылку</Trans>
        </CopyButton>
      )}
    </>
  );
}
