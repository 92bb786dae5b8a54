import { Trans, useLingui } from '@lingui/react/macro';
import { IconBrandTelegram } from '@tabler/icons-react';
import { LinkButton } from '#base/ui/link-button.tsx';
import { usePublicUrl } from '../shell/document-context.ts';
import { groupAmount } from './amount-text.ts';
import { draftOf } from './donation-draft.ts';
import type { Gift } from './gift-card.tsx';
import { ShareGift } from './share-gift.tsx';
import classes from './thanks-screen.module.css';

type Creator = Gift['creator'];

/** The bank's word has not come yet. */
export function NotPaidYet({ creator, isOffline }: { creator: Creator; isOffline: boolean }) {
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
      <p className={classes.lead}>
        <Trans>Ещё не заплатили?</Trans>{' '}
        <LinkButton look="quiet" to={`/${creator.userName}`}>
          <Trans>Вернуться к оплате</Trans>
        </LinkButton>
      </p>
    </>
  );
}

/** Not paid and never will be: why, and the way to try again with the same sum and message. */
export function TryAgain({ gift, isExpired }: { gift: Gift; isExpired: boolean }) {
  const { creator, amount, message } = gift;

  function keepDraft() {
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
