import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { call } from '#app/call.ts';
import { WonPieces } from '#app/memberships/won-pieces.tsx';
import type { CallAnswer } from '#base/calls/call.ts';
import { usePublicUrl } from '#base/pages/document-context.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { CopyButton } from '#base/ui/copy/copy-button.tsx';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { BeyondLastPage, PageNumbers, pageNumber } from '#base/ui/lists/page-numbers.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { useCountedText } from '#base/ui/page/use-quoted.ts';
import { Section } from '#base/ui/panel/section.tsx';
import { GiftEndWords } from '../gift-end-words.tsx';
import { giftPath } from '../gift-path.ts';
import type { ShownGift } from '../gift-shapes.ts';
import type { giftsCalls } from '../gifts.calls.ts';
import classes from '../hydrated-part.module.css';
import type { Route } from './+types/own-gifts-screen';

type OwnGift = CallAnswer<typeof giftsCalls.gifts>['items'][number];

const take = 10;

export async function clientLoader({ url: { searchParams }, request: { signal } }: Route.ClientLoaderArgs) {
  const query = { Skip: (pageNumber(searchParams) - 1) * take, Take: take };
  const [given, won] = await Promise.all([
    call('GET Membership/Gifts', { query }, { signal }),
    call('GET Gift/Won', { query: {} }, { signal }),
  ]);
  return { ...given, won };
}

/** The pieces that the user got and has not ordered, and what the user has given to others, newest first. */
export default function OwnGifts({ loaderData: { items, count, won } }: Route.ComponentProps) {
  const { t } = useLingui();
  return (
    <PageFrame narrow>
      <PageHead title={t`Подарки`} noIndex />
      <PageTitle>
        <Trans>Подарки</Trans>
      </PageTitle>
      <div className={classes.part}>
        <Stack gap={24} fit>
          <div>
            <LinkButton look="quiet" to="/memberships">
              <Trans>Моя поддержка</Trans>
            </LinkButton>
          </div>
          {won.length > 0 && (
            <Section title={<Trans>Вам досталось</Trans>}>
              <WonPieces items={won} />
            </Section>
          )}
          <Section title={<Trans>Вы подарили</Trans>}>
            {count === 0 && (
              <EmptyState title={<Trans>Вы ещё ничего не дарили</Trans>}>
                <Trans>
                  Месяцы поддержки можно подарить зрителям или другу на странице автора, вещи — зрителям на странице
                  товара.
                </Trans>
              </EmptyState>
            )}
            {items.length === 0 && count > 0 && <BeyondLastPage count={count} take={take} />}
            {items.length > 0 && (
              <Stack as="ul" gap={8} fit>
                {items.map((item) => (
                  <li key={item.gift.id}>
                    <Line {...item} />
                  </li>
                ))}
              </Stack>
            )}
          </Section>
        </Stack>
      </div>
      <PageNumbers count={count} take={take} />
    </PageFrame>
  );
}

function Line({ gift, displayName, secret }: OwnGift) {
  const { left, state, expiresAt } = gift;
  const day = useDateText()(expiresAt, { date: 'dayMonth' });
  const address = `${usePublicUrl()}${giftPath(gift, secret)}`;
  return (
    <>
      <Link to={giftPath(gift)}>
        {displayName}
        <Given gift={gift} />
      </Link>{' '}
      {state === 'Over' ? (
        <GiftEndWords gift={gift} isOwn />
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

/** How much was given, behind the name of its creator; nothing where all of it was taken back. */
function Given({ gift: { months, pieces, product } }: { readonly gift: ShownGift }) {
  const counted = useCountedText();
  if (months > 0) {
    return (
      <>
        : <Plural value={months} one="# месяц" few="# месяца" many="# месяцев" other="# месяца" />
      </>
    );
  }
  return pieces > 0 && product !== null && `: ${counted(pieces, product.name)}`;
}
