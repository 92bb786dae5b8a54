import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { CallAnswer } from '#base/call.ts';
import { CallFailure, failures } from '#base/errors.ts';
import { EmptyState } from '#base/ui/empty-state.tsx';
import { ErrorNotice } from '#base/ui/error-notice.tsx';
import { ActionButton } from '#base/ui/link-button.tsx';
import { Sum } from '#base/ui/sum.tsx';
import { call } from '../call.ts';
import type { donationsCalls } from './donations.calls.ts';
import classes from './gift-lists.module.css';
import { GiftTime } from './gift-time.tsx';

type GiftList = CallAnswer<typeof donationsCalls.list>;
type Gift = GiftList['payments'][number];

interface LastGiftsProps {
  readonly projectId: string;
  /** The answer of GET ProjectPay/List. */
  readonly initial: GiftList;
  /** The country's word for its currency, «сум». */
  readonly currency: string;
}

/** Gifts that came meanwhile shift the pages: what is there already is not shown twice. */
function withPage(gifts: readonly Gift[], page: readonly Gift[]): readonly Gift[] {
  const known = new Set(gifts.map(({ id }) => id));
  return [...gifts, ...page.filter(({ id }) => !known.has(id))];
}

/** The last gifts of a creator, more of them by the button. */
export function LastGifts({ projectId, initial, currency }: LastGiftsProps) {
  const [more, setMore] = useState<readonly Gift[]>([]);
  const [skipped, setSkipped] = useState(initial.payments.length);
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const gifts = withPage(initial.payments, more);

  async function load() {
    if (isLoading) return;
    setLoading(true);
    setFailure(null);
    try {
      const page = await call('GET ProjectPay/List', { query: { projectId, Skip: skipped } });
      setMore((known) => withPage(known, page.payments));
      setSkipped((count) => count + page.payments.length);
    } catch (error) {
      setFailure(error instanceof CallFailure ? error : failures.internal.because());
    } finally {
      setLoading(false);
    }
  }

  return (
    <section className={classes.list} aria-labelledby="last-gifts">
      <h2 id="last-gifts" className={classes.title}>
        <Trans>Последние донаты</Trans>
      </h2>
      {gifts.length === 0 && (
        <EmptyState title={<Trans>Донатов пока нет</Trans>}>
          <Trans>Здесь появятся имена и сообщения тех, кто поддержал автора. Ваш может стать первым.</Trans>
        </EmptyState>
      )}
      <ul className={classes.gifts}>
        {gifts.map(({ id, name, amount, message, createdAt }) => (
          <li key={id} className={classes.gift}>
            <p className={classes.who}>
              <span className={name === null ? classes.anonymous : classes.name}>{name ?? <Trans>Аноним</Trans>}</span>
              <GiftTime at={createdAt} className={classes.time} />
            </p>
            <p className={classes.amount}>
              <Sum amount={amount} currency={currency} />
            </p>
            {message !== null && <p className={classes.message}>{message}</p>}
          </li>
        ))}
      </ul>
      {failure !== null && <ErrorNotice onRetry={() => void load()}>{failure.message}</ErrorNotice>}
      {failure === null && skipped < initial.totalCount && (
        <ActionButton look="quiet" onClick={() => void load()} aria-busy={isLoading || undefined}>
          {isLoading ? <Trans>Загружаем…</Trans> : <Trans>Показать ещё</Trans>}
        </ActionButton>
      )}
    </section>
  );
}
