import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { useCountedText } from '#base/ui/page/use-quoted.ts';
import type { Donation } from '../lists/donation-card.tsx';
import { ShortLine } from './short-line.tsx';
import classes from './thanks-screen.module.css';

interface GiftedLineProps {
  readonly donation: Pick<Donation, 'payId' | 'giftedMonths' | 'giftedPieces' | 'giftedTo'>;
}

/** Leads whoever gives something to others to its page, where it is handed over and shared. */
export default function GiftedLine({ donation }: GiftedLineProps): ReactNode {
  const { payId, giftedMonths: months, giftedPieces: pieces, giftedTo: to } = donation;
  const counted = useCountedText();
  const what = pieces && counted(pieces.count, pieces.product);
  return (
    <>
      <p className={classes.lead}>
        {months ? (
          <Trans>
            Вы дарите <Plural value={months} one="# месяц" few="# месяца" many="# месяцев" other="# месяца" />.
          </Trans>
        ) : null}
        {pieces ? <Trans>Вы дарите зрителям {what}.</Trans> : null}{' '}
        {to === 'Link' ? (
          <Trans>Ссылка для друга — на странице подарка.</Trans>
        ) : (
          <Trans>Десять минут уже идут: зовите зрителей на страницу подарка.</Trans>
        )}
      </p>
      <LinkButton to={`/${pieces ? 'gifts' : 'months'}/${payId}`}>
        <Trans>Открыть подарок</Trans>
      </LinkButton>
      {pieces ? <ShortLine payId={payId} /> : null}
    </>
  );
}
