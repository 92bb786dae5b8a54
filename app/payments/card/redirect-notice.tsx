import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { outside } from '#base/ui/page/open-outside.ts';
import classes from '../card-payment.module.css';
import { RefusedWords } from '../refused-words.tsx';

interface RedirectNoticeProps {
  readonly address: string;
  /** The payment was opened on this page just now: the payer is led to the page of the system. */
  readonly isNew: boolean;
  readonly isOffline: boolean;
  /** The system has given up the last attempt. */
  readonly isRefused: boolean;
  readonly onBack: (() => void) | undefined;
}

/** Leads to the page of a payment system, and waits for the payer who has come back from it. */
export function RedirectNotice({ address, isNew, isOffline, isRefused, onBack }: RedirectNoticeProps) {
  useEffect(() => {
    if (isNew && outside.open?.(address) !== true) window.location.assign(address);
  }, [isNew, address]);
  return (
    <div className={classes.notice}>
      {!isRefused && <span className={classes.bigSpinner} aria-hidden />}
      <p className={classes.heading} role="status">
        {isRefused ? <Trans>Оплата не прошла</Trans> : <Trans>Ждём оплату</Trans>}
      </p>
      <p className={classes.quiet}>
        {isOffline ? (
          <Trans>Нет связи. Как только она появится, узнаем, прошла ли оплата.</Trans>
        ) : isRefused ? (
          <RefusedWords />
        ) : (
          <Trans>Вы платите на странице платёжной системы. Когда вы заплатите, эта страница узнает сама.</Trans>
        )}
      </p>
      <a className={classes.link} href={address}>
        <Trans>Перейти к оплате</Trans>
      </a>
      {onBack && (
        <button type="button" className={classes.back} onClick={onBack}>
          <Trans>Изменить сумму или сообщение</Trans>
        </button>
      )}
    </div>
  );
}
