import { Plural, Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { CallAnswer } from '#base/calls/call.ts';
import { usePublicUrl } from '#base/pages/document-context.ts';
import { CopyButton } from '#base/ui/copy/copy-button.tsx';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { Section } from '#base/ui/panel/section.tsx';
import type { giftsCalls } from '../../gifts.calls.ts';
import classes from './gift.module.css';
import { GiftEndWords } from './gift-end-words.tsx';
import { giftPath } from './link-secret.ts';

type OwnGift = CallAnswer<typeof giftsCalls.gifts>['items'][number];

/** The months that the user has given to others, newest first. */
export default function OwnGifts({ items }: { readonly items: readonly OwnGift[] }) {
  return (
    <Section title={<Trans>Подаренные месяцы</Trans>}>
      <ul className={classes.gifts}>
        {items.map((item) => (
          <li key={item.gift.id}>
            <Line {...item} />
          </li>
        ))}
      </ul>
    </Section>
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
