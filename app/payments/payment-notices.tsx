import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { ActionButton } from '#base/ui/link-button.tsx';
import classes from './card-payment.module.css';
import type { Told } from './payment-machine.ts';

/** Why it did not come off: the provider's words as they are, or ours where it had none. */
function useWords(told: Told): string {
  const { t } = useLingui();
  if (told.by === 'provider') return told.words;
  const reasons = {
    timeLimit: t`Банк долго не отвечает. Мы проверили: деньги не списаны. Попробуйте ещё раз или возьмите другую карту.`,
    network: t`Связь прервалась. Мы проверили: деньги не списаны. Попробуйте ещё раз.`,
    provider: t`Платёжная система ответила с ошибкой. Мы проверили: деньги не списаны. Попробуйте ещё раз.`,
    cancelled: t`Вы отменили отправку. Мы проверили: деньги не списаны.`,
    codeUnsure: t`Банк не успел ответить, но мог отправить код. Если SMS пришла, введите код. Если нет, оплатите ещё раз.`,
    closed: t`Платёж не прошёл и закрыт. Деньги не списаны.`,
  };
  return reasons[told.reason];
}

/** Why it did not come off; takes the focus, which the button that was pressed has lost. */
export function ToldNotice({ told }: { told: Told }) {
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => notice.current?.focus({ preventScroll: true }), []);
  return (
    <p ref={notice} tabIndex={-1} className={classes.told} role="alert">
      {useWords(told)}
    </p>
  );
}

/** Too many cards of this system were refused at this creator's: none of them is sent for some minutes. */
export function ClosedSystemNotice({ title }: { title: string }) {
  return (
    <p className={classes.told} role="alert">
      <Trans>
        Карты {title} этот автор сейчас не принимает: за последние 10 минут здесь было слишком много неудачных оплат
        такими картами, мы защищаем их от подбора. С вашей картой это не связано. Возьмите карту другой платёжной
        системы или попробуйте через несколько минут.
      </Trans>
    </p>
  );
}

/** The bank is at work: honest about how long it takes, and may be cancelled. */
export function SendingNotice({ onCancel }: { onCancel: () => void }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 5_000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={classes.sending}>
      <p className={classes.pay} data-waiting role="status">
        <span className={classes.spinner} aria-hidden />
        <Trans>Связываемся с банком…</Trans>
      </p>
      {isSlow && (
        <p className={classes.quiet} role="status">
          <Trans>Банк отвечает дольше обычного. Подождём до 45 секунд; второй раз деньги не спишутся.</Trans>
        </p>
      )}
      <button type="button" className={classes.back} onClick={onCancel}>
        <Trans>Отменить</Trans>
      </button>
    </div>
  );
}

/** Nobody has answered: the server finds out before anything may be tried again. */
export function WaitingNotice({ told, isOffline }: { told: Told | null; isOffline: boolean }) {
  return (
    <div className={classes.notice} role="status">
      <span className={classes.bigSpinner} aria-hidden />
      <p className={classes.heading}>
        <Trans>Проверяем, прошла ли оплата…</Trans>
      </p>
      {told?.by === 'provider' && <p>{told.words}</p>}
      <p className={classes.quiet}>
        {isOffline ? (
          <Trans>Нет связи с сервером. Проверим, как только она появится. Второй раз деньги не спишутся.</Trans>
        ) : (
          <Trans>Спрашиваем платёжную систему, чтобы ничего не списалось дважды.</Trans>
        )}
      </p>
    </div>
  );
}

interface WalletNoticeProps {
  readonly address: string;
  readonly isOffline: boolean;
  readonly onOther: () => void;
}

/** The wallet's page is open beside; this one waits for its word. */
export function WalletNotice({ address, isOffline, onOther }: WalletNoticeProps) {
  return (
    <div className={classes.notice}>
      <span className={classes.bigSpinner} aria-hidden />
      <p className={classes.heading} role="status">
        <Trans>Подтвердите оплату в кошельке</Trans>
      </p>
      <p className={classes.quiet}>
        {isOffline ? (
          <Trans>Нет связи. Как только она появится, узнаем, прошла ли оплата.</Trans>
        ) : (
          <Trans>Его страница открылась рядом. Когда вы заплатите, эта страница узнает сама.</Trans>
        )}
      </p>
      <a className={classes.link} href={address} target="_blank" rel="noopener noreferrer">
        <Trans>Открыть страницу кошелька</Trans>
      </a>
      <button type="button" className={classes.back} onClick={onOther}>
        <Trans>Оплатить картой</Trans>
      </button>
    </div>
  );
}

interface ClosedNoticeProps {
  readonly told: Told | null;
  readonly isTimeOver: boolean;
  readonly onRestart: () => void;
}

/** The payment is closed unpaid: why, and the way on. */
export function ClosedNotice({ told, isTimeOver, onRestart }: ClosedNoticeProps) {
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={classes.notice}>
      <p ref={heading} tabIndex={-1} className={classes.heading}>
        {isTimeOver ? <Trans>Время на оплату вышло</Trans> : <Trans>Оплата не прошла</Trans>}
      </p>
      {told !== null && (told.by === 'provider' || !isTimeOver) && <ToldNotice told={told} />}
      <p className={classes.quiet}>
        <Trans>Всё, что вы заполнили, сохранилось.</Trans>
      </p>
      <ActionButton onClick={onRestart}>
        <Trans>Попробовать ещё раз</Trans>
      </ActionButton>
    </div>
  );
}
