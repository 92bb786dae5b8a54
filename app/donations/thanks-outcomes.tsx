import { Trans, useLingui } from '@lingui/react/macro';
import { IconBrandTelegram } from '@tabler/icons-react';
import { useState, useSyncExternalStore } from 'react';
import { usePublicUrl } from '#app/document/document-context.ts';
import { LinkButton } from '#base/ui/link-button.tsx';
import { keptPaymentOf } from '../payments/kept-payment.ts';
import { groupAmount } from './amount-text.ts';
import { draftOf } from './donation-draft.ts';
import type { Gift } from './gift-card.tsx';
import { ShareGift } from './share-gift.tsx';
import classes from './thanks-screen.module.css';

type Creator = Gift['creator'];

interface NotPaidYetProps {
  readonly payId: string;
  readonly creator: Creator;
  readonly isOffline: boolean;
}

/** The bank's word has not come yet. The way back to the card is there only for who has left it in this very tab. */
export function NotPaidYet({ payId, creator, isOffline }: NotPaidYetProps) {
  const [kept] = useState(() => keptPaymentOf(creator.userId));
  const payment = useSyncExternalStore(kept.subscribe, kept.read, kept.readEmpty);
  return (
    <>
      <h1 className={classes.title}>
        <Trans>Проверяем оплату…</Trans>
      </h1>
      <p className={classes.lead} role="status">
        {isOffline ? (
          <Trans>Нет связи. Проверим, как только она появится.</Trans>
        ) : (
          <Trans>Ждём подтверждения от платёжной системы. Обычно это занимает несколько секунд.</Trans>
        )}
      </p>
      {payment?.payId === payId && (
        <LinkButton look="quiet" to={`/${creator.userName}`}>
          <Trans>Вернуться к оплате</Trans>
        </LinkButton>
      )}
    </>
  );
}

/** Not paid and never will be: why, and the way to try again with the same sum and message. */
export function TryAgain({ gift, isExpired }: { gift: Gift; isExpired: boolean }) {
  const { creator, amount, message } = gift;

  function keepDraft() {
    keptPaymentOf(creator.userId).write(null);
    const drafts = draftOf(creator.userId, '');
    const draft = drafts.read();
    drafts.write({
      ...draft,
      amount: groupAmount(String(amount)),
      message: draft.message || (message ?? ''),
      intent: '',
    });
  }

  return (
    <>
      <h1 className={classes.title}>
        {isExpired ? <Trans>Время на оплату вышло</Trans> : <Trans>Оплата не прошла</Trans>}
      </h1>
      <p className={classes.lead}>
        {isExpired ? (
          <Trans>Платёж закрыт, деньги не списаны.</Trans>
        ) : (
          <Trans>Банк не подтвердил платёж, деньги не списаны.</Trans>
        )}{' '}
        <Trans>Сумма и сообщение сохранены.</Trans>
      </p>
      <LinkButton to={`/${creator.userName}`} onClick={keepDraft}>
        <Trans>Попробовать ещё раз</Trans>
      </LinkButton>
    </>
  );
}

/** What a donor may do next. */
export function GivenActions({ creator }: { creator: Creator }) {
  const { t } = useLingui();
  const address = `${usePublicUrl()}/${creator.userName}`;
  const words = t`Поддержите ${creator.displayName} на Опоре`;
  const telegram = `https://t.me/share/url?url=${encodeURIComponent(address)}&text=${encodeURIComponent(words)}`;
  return (
    <div className={classes.actions}>
      <LinkButton to={`/${creator.userName}`}>
        <Trans>Поддержать ещё раз</Trans>
      </LinkButton>
      <ShareGift title={words} address={address} />
      <a className={classes.telegram} href={telegram} target="_blank" rel="noopener noreferrer">
        <IconBrandTelegram size={20} stroke={1.75} aria-hidden />
        <Trans>В Telegram</Trans>
      </a>
    </div>
  );
}
