import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import classes from '../card-payment.module.css';
import type { PaymentProblem } from './payment-machine.ts';

/** The text of a problem: the provider's message as it is, or ours. */
function useWords(problem: PaymentProblem): string {
  const { t } = useLingui();
  if (problem.by === 'provider') return problem.words;
  const reasons = {
    timeLimit: t`Банк долго не отвечает. Мы проверили: деньги не списаны. Попробуйте ещё раз или возьмите другую карту.`,
    network: t`Связь прервалась. Мы проверили: деньги не списаны. Попробуйте ещё раз.`,
    provider: t`Платёжная система ответила с ошибкой. Мы проверили: деньги не списаны. Попробуйте ещё раз.`,
    cancelled: t`Вы отменили отправку. Мы проверили: деньги не списаны.`,
    codeUnsure: t`Банк не успел ответить, но мог отправить код. Если SMS пришла, введите код. Если нет, попробуйте ещё раз.`,
    closed: t`Эта попытка закрыта. Деньги не списаны.`,
  };
  return reasons[problem.reason];
}

/** Shows a problem and takes the focus from the pressed button, which is gone. */
export function ProblemNotice({ problem }: { problem: PaymentProblem }) {
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => notice.current?.focus({ preventScroll: true }), []);
  return (
    <p ref={notice} tabIndex={-1} className={classes.problem} role="alert">
      <FailureText>{useWords(problem)}</FailureText>
    </p>
  );
}

/** Shown while cards of a payment system are not accepted because too many were refused. */
export function ClosedSystemNotice({ title }: { title: string }) {
  return (
    <p className={classes.problem} role="alert">
      <Trans>
        Карты {title} этот автор сейчас не принимает: за последние 10 минут здесь было слишком много неудачных оплат
        такими картами, мы защищаем их от подбора. С вашей картой это не связано. Возьмите карту другой платёжной
        системы или попробуйте через несколько минут.
      </Trans>
    </p>
  );
}

/** Shown while the provider processes the payment; it can be cancelled. */
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

interface OutcomeProps {
  readonly problem: PaymentProblem | null;
  /** The card is only saved, and nothing is paid. */
  readonly isSaving: boolean;
}

/** Shown while the server checks the payment, before the payer can try again. */
export function WaitingNotice({ problem, isSaving, isOffline }: OutcomeProps & { readonly isOffline: boolean }) {
  return (
    <div className={classes.notice} role="status">
      <span className={classes.bigSpinner} aria-hidden />
      <p className={classes.heading}>
        {isSaving ? <Trans>Проверяем, сохранилась ли карта…</Trans> : <Trans>Проверяем, прошла ли оплата…</Trans>}
      </p>
      {problem?.by === 'provider' && <p>{problem.words}</p>}
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

/** Shown while the payer pays on the wallet's page in another tab. */
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

interface ClosedNoticeProps extends OutcomeProps {
  readonly isTimeOver: boolean;
  readonly onRestart: () => void;
}

/** Shown when the payment is closed unpaid: the reason, and a button for a new payment. */
export function ClosedNotice({ problem, isTimeOver, isSaving, onRestart }: ClosedNoticeProps) {
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={classes.notice}>
      <p ref={heading} tabIndex={-1} className={classes.heading}>
        <ClosedWords isTimeOver={isTimeOver} isSaving={isSaving} />
      </p>
      {problem !== null && (problem.by === 'provider' || !isTimeOver) && <ProblemNotice problem={problem} />}
      <p className={classes.quiet}>
        <Trans>Всё, что вы заполнили, сохранилось.</Trans>
      </p>
      <ActionButton onClick={onRestart}>
        <Trans>Попробовать ещё раз</Trans>
      </ActionButton>
    </div>
  );
}

function ClosedWords({ isTimeOver, isSaving }: Pick<ClosedNoticeProps, 'isTimeOver' | 'isSaving'>) {
  if (isSaving) return isTimeOver ? <Trans>Время вышло</Trans> : <Trans>Карта не сохранилась</Trans>;
  return isTimeOver ? <Trans>Время на оплату вышло</Trans> : <Trans>Оплата не прошла</Trans>;
}
