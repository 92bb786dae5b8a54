import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import type { GiftReceiver } from '../gift-receivers.ts';
import classes from './thanks-screen.module.css';

interface GiftedLineProps {
  readonly payId: string;
  readonly months: number;
  readonly to: GiftReceiver | null;
}

/** Leads whoever gives months to others to their page, where they are handed over and shared. */
export default function GiftedLine({ payId, months, to }: GiftedLineProps): ReactNode {
  return (
    <>
      <p className={classes.lead}>
        <Trans>
          Вы дарите <Plural value={months} one="# месяц" few="# месяца" many="# месяцев" other="# месяца" />.
        </Trans>{' '}
        {to === 'Link' ? (
          <Trans>Ссылка для друга — на странице подарка.</Trans>
        ) : (
          <Trans>Десять минут уже идут: зовите зрителей на страницу подарка.</Trans>
        )}
      </p>
      <LinkButton to={`/months/${payId}`}>
        <Trans>Открыть подарок</Trans>
      </LinkButton>
    </>
  );
}
