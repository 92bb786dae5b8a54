import { Trans } from '@lingui/react/macro';
import type { TabPayment } from '#app/payments/payment-tabs.ts';
import { ActionButton, LinkButton } from '#base/ui/page/link-button.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import classes from '../donation-form.module.css';

interface OtherTabNoticeProps {
  readonly elsewhere: TabPayment;
  readonly currency: string;
  readonly onTake: () => void;
  readonly onForget: () => void;
}

/** A donation to the same creator is being paid in another tab: its state, and then its result. */
export default function OtherTabNotice({ elsewhere, currency, onTake, onForget }: OtherTabNoticeProps) {
  const { payment, phase } = elsewhere;
  const sum = <Sum amount={payment.amount} currency={currency} />;
  if (phase === 'paid') {
    return (
      <div className={classes.notice} role="status">
        <p className={classes.noticeTitle}>
          <Trans>Донат на {sum} оплачен</Trans>
        </p>
        <p>
          <Trans>Вы оплатили его в другой вкладке.</Trans>
        </p>
        <LinkButton to={`/thanks/${payment.payId}`}>
          <Trans>Посмотреть</Trans>
        </LinkButton>
        <ActionButton look="quiet" onClick={onForget}>
          <Trans>Поддержать ещё раз</Trans>
        </ActionButton>
      </div>
    );
  }
  if (phase === 'closed') {
    return (
      <div className={classes.notice} role="status">
        <p className={classes.noticeTitle}>
          <Trans>Платёж на {sum} не прошёл</Trans>
        </p>
        <p>
          <Trans>Деньги не списаны. Его можно повторить в той вкладке или начать новый здесь.</Trans>
        </p>
        <ActionButton onClick={onForget}>
          <Trans>Новый донат</Trans>
        </ActionButton>
      </div>
    );
  }
  return (
    <div className={classes.notice} role="status">
      <p className={classes.noticeTitle}>
        <Trans>Платёж открыт в другой вкладке</Trans>
      </p>
      <p>
        <Trans>Донат на {sum} оплачивается там. Как только он пройдёт, вы увидите это и здесь.</Trans>
      </p>
      <ActionButton onClick={onTake}>
        <Trans>Продолжить здесь</Trans>
      </ActionButton>
      <ActionButton look="quiet" onClick={onForget}>
        <Trans>Это другой донат</Trans>
      </ActionButton>
    </div>
  );
}
