import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { dateText } from '#base/text/dates.ts';
import { Sum } from '#base/ui/page/sum.tsx';
import { TextButton } from '#base/ui/page/text-button.tsx';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import classes from './history-screen.module.css';
import type { ReceivedDonation } from './received-donation.ts';

interface HistoryRowProps {
  readonly donation: ReceivedDonation;
  readonly currency: string;
}

/** One received donation with its donor, time, amount and message, and a ready text to thank with. */
export function HistoryRow({ donation, currency }: HistoryRowProps) {
  const { t, i18n } = useLingui();
  const { name, amount, refunded, credited, message, paidAt, status } = donation;
  const isBack = status === 'Refunded';
  const sum = useSumText(currency)(amount);
  const thanks =
    name === null ? t`Спасибо за ${sum}! Это очень помогает.` : t`${name}, спасибо за ${sum}! Это очень помогает.`;
  return (
    <li className={classes.donation} data-back={isBack || undefined}>
      <div className={classes.who}>
        <b>{name ?? <Trans>Без имени</Trans>}</b>
        <time dateTime={paidAt}>{dateText(paidAt, i18n.locale, { date: 'medium', time: 'short' })}</time>
      </div>
      <div className={classes.sums}>
        <Sum amount={amount} currency={currency} />
        <small>
          {isBack ? (
            <Trans>Возвращён отправителю</Trans>
          ) : (
            <Trans>
              На счёт <Sum amount={credited} currency={currency} />
            </Trans>
          )}
        </small>
        {refunded > 0 && !isBack && (
          <small>
            <Trans>
              Часть вернулась отправителю: <Sum amount={refunded} currency={currency} />
            </Trans>
          </small>
        )}
      </div>
      {message !== null && <blockquote className={classes.message}>{message}</blockquote>}
      <div className={classes.acts}>
        {!isBack && <CopyButton text={thanks} words={t`Скопировать «спасибо»`} />}
        {message !== null && <CopyButton text={message} words={t`Скопировать сообщение`} />}
      </div>
    </li>
  );
}

function CopyButton({ text, words }: { readonly text: string; readonly words: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');

  async function copy() {
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    setState(isCopied ? 'copied' : 'refused');
  }

  return (
    <TextButton onClick={() => void copy()}>
      <span role="status">
        {state === 'copied' ? (
          <Trans>Скопировано</Trans>
        ) : state === 'refused' ? (
          <Trans>Браузер не дал скопировать</Trans>
        ) : (
          words
        )}
      </span>
    </TextButton>
  );
}
