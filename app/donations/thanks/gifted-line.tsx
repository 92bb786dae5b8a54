import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import classes from './thanks-screen.module.css';

interface GiftedLineProps {
  readonly payId: string;
  readonly months: number;
}

/** Leads whoever gives months to others to their page, where they are handed over and shared. */
export default function GiftedLine({ payId, months }: GiftedLineProps): ReactNode {
  return (
    <>
      <p className={classes.lead}>
        <Trans>
          Вы дарите <Plural value={months} one="# месяц" few="# месяца" many="# месяцев" other="# месяца" />. Адрес или
          ссылка для тех, кому они достанутся, — на странице подарка.
        </Trans>
      </p>
      <LinkButton to={`/months/${payId}`}>
        <Trans>Открыть подарок</Trans>
      </LinkButton>
    </>
  );
}
