import { Trans, useLingui } from '@lingui/react/macro';
import { IconBrandTelegram } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState, useSyncExternalStore } from 'react';
import { RefusedWords } from '#app/payments/refused-words.tsx';
import { storedPaymentOf } from '#app/payments/stored-payment.ts';
import { useProductName } from '#base/pages/brand.ts';
import { bring } from '#base/pages/bring.ts';
import { usePublicUrl } from '#base/pages/document-context.ts';
import { typedAmount } from '#base/text/amount-text.ts';
import { ActionButton, LinkButton } from '#base/ui/page/link-button.tsx';
import { telegramShare } from '#base/ui/share/share-address.ts';
import { ShareButton } from '#base/ui/share/share-button.tsx';
import { storedDonationDraft } from '../donation-draft.ts';
import { proofOf } from '../donation-proofs.ts';
import { givingPlace, storedProduct } from '../giving-place.ts';
import type { Donation } from '../lists/donation-card.tsx';
import classes from './thanks-screen.module.css';

const SharePicture = lazy(() => bring(() => import('./share-picture.tsx')));

/** Where the donation was begun: only the tab that did it knows of which product pieces were to be given. */
function useGivingPlace({ payId, creator, giftedMonths }: Donation) {
  const product = useMemo(() => storedProduct(payId), [payId]);
  const productId = useSyncExternalStore(product.subscribe, product.read, product.readEmpty);
  return givingPlace(creator, giftedMonths, productId);
}

interface NotPaidYetProps {
  readonly donation: Donation;
  readonly isOffline: boolean;
  /** The provider has reported it as paid to this browser. */
  readonly isAccepted: boolean;
  /** The payment system has given up the last attempt; the payment can still be made. */
  readonly isRefused: boolean;
}

/** The bank has not confirmed yet. Only the tab that left the card step offers the way back to it. */
export function NotPaidYet({ donation, isOffline, isAccepted, isRefused }: NotPaidYetProps) {
  const { payId } = donation;
  const { subject, path } = useGivingPlace(donation);
  const stored = useMemo(() => storedPaymentOf(subject), [subject]);
  const payment = useSyncExternalStore(stored.subscribe, stored.read, stored.readEmpty);
  const isUnderWay = payment?.payId === payId && !isAccepted;
  return (
    <>
      <h1 className={classes.title}>
        {isAccepted ? (
          <Trans>Оплата принята, подтверждаем</Trans>
        ) : isRefused ? (
          <Trans>Оплата не прошла</Trans>
        ) : (
          <Trans>Проверяем оплату…</Trans>
        )}
      </h1>
      <p className={classes.lead} role="status">
        {isOffline ? (
          <Trans>Нет связи. Проверим, как только она появится.</Trans>
        ) : isRefused ? (
          <RefusedWords />
        ) : isUnderWay && payment.isOnPage ? (
          <Trans>Если вы не заплатили, вернитесь к оплате.</Trans>
        ) : (
          <Trans>Ждём подтверждения от платёжной системы. Обычно это занимает несколько секунд.</Trans>
        )}
      </p>
      {isUnderWay && (
        <LinkButton look="quiet" to={path}>
          <Trans>Вернуться к оплате</Trans>
        </LinkButton>
      )}
    </>
  );
}

/** The donation was not paid: the reason, and a way to try again with the same amount and message. */
export function TryAgain({ donation, isExpired }: { donation: Donation; isExpired: boolean }) {
  const { creator, amount, message, giftedTo } = donation;
  const { path } = useGivingPlace(donation);

  function keepDraft() {
    // Its own form knows what was asked for, and that it was not paid.
    if (giftedTo) return;
    storedPaymentOf(creator.userId).write(null);
    const drafts = storedDonationDraft(creator.userId, '');
    const draft = drafts.read();
    drafts.write({
      ...draft,
      amount: typedAmount(amount),
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
      <LinkButton to={path} onClick={keepDraft}>
        <Trans>Попробовать ещё раз</Trans>
      </LinkButton>
    </>
  );
}

interface GivenActionsProps {
  readonly donation: Donation;
  readonly currency: string;
  /** It counts: there are thanks to share. */
  readonly isPaid: boolean;
  /** The visitor is its donor, who may have its receipt. */
  readonly isOwn: boolean;
}

/** The next actions for a donor. */
export function GivenActions({ donation, currency, isPaid, isOwn }: GivenActionsProps) {
  const { payId, creator, amount, name } = donation;
  const [isPictureOpen, setPictureOpen] = useState(false);
  const { t } = useLingui();
  const address = `${usePublicUrl()}/${creator.userName}`;
  const product = useProductName();
  const words = t`Поддержите ${creator.displayName} — ${product}`;
  const telegram = telegramShare(address, words);

  function repeat() {
    // In another browser the form is somebody else's.
    if (proofOf(payId) === null) return;
    const drafts = storedDonationDraft(creator.userId, typedAmount(amount));
    drafts.write({ ...drafts.readEmpty(), isAnonymous: name === null });
  }

  return (
    <>
      <div className={classes.actions}>
        <ShareButton title={words} path={`/${creator.userName}`} />
        <LinkButton look="quiet" to={telegram} target="_blank" rel="noopener noreferrer">
          <IconBrandTelegram size={20} stroke={1.75} aria-hidden />
          <Trans>В Telegram</Trans>
        </LinkButton>
        {isPaid && (
          <ActionButton look="quiet" aria-expanded={isPictureOpen} onClick={() => setPictureOpen(!isPictureOpen)}>
            <Trans>Картинка для сторис</Trans>
          </ActionButton>
        )}
        {isOwn && (
          <LinkButton look="quiet" to={`/receipt/${payId}`}>
            <Trans>Чек</Trans>
          </LinkButton>
        )}
      </div>
      {isPictureOpen && (
        <Suspense>
          <SharePicture donation={donation} currency={currency} />
        </Suspense>
      )}
      <LinkButton look="quiet" className={classes.again} to={`/${creator.userName}`} onClick={repeat}>
        <Trans>Поддержать ещё раз</Trans>
      </LinkButton>
    </>
  );
}
