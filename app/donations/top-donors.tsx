import { Plural, Trans } from '@lingui/react/macro';
import type { CallAnswer } from '#base/calls/call.ts';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import type { donationsCalls } from './donations.calls.ts';
import classes from './lists/donation-lists.module.css';

interface TopDonorsProps {
  /** The answer of GET ProjectPay/Top. */
  readonly rows: CallAnswer<typeof donationsCalls.top>;
  /** The country's currency label, «сум». */
  readonly currency: string;
}

/** The largest donors of a creator with their places. */
export function TopDonors({ rows, currency }: TopDonorsProps) {
  return (
    <section className={classes.list} aria-labelledby="top-donors">
      <h2 id="top-donors" className={classes.title}>
        <Trans>Топ поддержки</Trans>
      </h2>
      {rows.length === 0 && (
        <EmptyState title={<Trans>Первое место свободно</Trans>}>
          <Trans>Поддержите автора, и ваше имя будет здесь первым.</Trans>
        </EmptyState>
      )}
      <ol className={classes.top}>
        {rows.map(({ place, name, amount, count }) => (
          <li key={place} className={classes.donor}>
            <span className={classes.place} data-place={place}>
              {place}
            </span>
            <span className={classes.donorName}>
              <span className={name === null ? classes.anonymous : classes.name}>
                {name ?? <Trans>Анонимно</Trans>}
              </span>
              <span className={classes.time}>
                <Plural value={count} one="# донат" few="# доната" many="# донатов" other="# доната" />
              </span>
            </span>
            <strong>
              <Sum amount={amount} currency={currency} />
            </strong>
          </li>
        ))}
      </ol>
    </section>
  );
}
