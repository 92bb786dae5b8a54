import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import type { donationsCalls } from './donations.calls.ts';
import { sourceNames } from './imports/import-rules.ts';
import classes from './lists/donation-lists.module.css';
import { DonationTime } from './lists/donation-time.tsx';
import { DonorMark } from './lists/donor-mark.tsx';

type DonationList = CallAnswer<typeof donationsCalls.list>;
type Donation = DonationList['payments'][number];

interface LastDonationsProps {
  readonly projectId: string;
  /** The answer of GET ProjectPay/List. */
  readonly initial: DonationList;
  /** The country's currency label, «сум». */
  readonly currency: string;
}

/** Donations that arrive meanwhile shift the pages: known ones are not added twice. */
function withPage(donations: readonly Donation[], page: readonly Donation[]): readonly Donation[] {
  const known = new Set(donations.map(({ id }) => id));
  return [...donations, ...page.filter(({ id }) => !known.has(id))];
}

/** The last donations of a creator, with a button that loads more. */
export function LastDonations({ projectId, initial, currency }: LastDonationsProps) {
  const [more, setMore] = useState<readonly Donation[]>([]);
  const [skipped, setSkipped] = useState(initial.payments.length);
  const { isBusy, failure, act } = useAction();
  const donations = withPage(initial.payments, more);

  async function load() {
    const page = await call('GET ProjectPay/List', { query: { projectId, Skip: skipped } });
    setMore((known) => withPage(known, page.payments));
    setSkipped((count) => count + page.payments.length);
  }

  return (
    <section className={classes.list} aria-labelledby="last-donations">
      <h2 id="last-donations" className={classes.title}>
        <Trans>Последние донаты</Trans>
      </h2>
      {donations.length === 0 && (
        <EmptyState title={<Trans>Донатов пока нет</Trans>}>
          <Trans>Здесь появятся имена и сообщения тех, кто поддержал автора. Ваше может стать первым.</Trans>
        </EmptyState>
      )}
      <ul className={classes.donations}>
        {donations.map(({ id, name, amount, message, month, createdAt, source, currency: own }) => (
          <li key={id} className={classes.donation}>
            <DonorMark name={name} />
            <p className={classes.who}>
              <span className={name === null ? classes.anonymous : classes.name}>{name ?? <Trans>Аноним</Trans>}</span>
              {month !== null && (
                <span className={classes.month}>
                  <Trans>{month}-й месяц</Trans>
                </span>
              )}
              {source !== undefined && <span className={classes.month}>{sourceNames[source]}</span>}
              <DonationTime at={createdAt} className={classes.time} />
            </p>
            <p className={classes.amount}>
              <Sum amount={amount} currency={own ?? currency} />
            </p>
            {message !== null && <p className={classes.message}>{message}</p>}
          </li>
        ))}
      </ul>
      {failure !== null && <ErrorNotice onRetry={() => void act(load)}>{failure.message}</ErrorNotice>}
      {failure === null && skipped < initial.totalCount && (
        <ActionButton look="quiet" onClick={() => void act(load)} aria-busy={isBusy || undefined}>
          {isBusy ? <Trans>Загружаем…</Trans> : <Trans>Показать ещё</Trans>}
        </ActionButton>
      )}
    </section>
  );
}
