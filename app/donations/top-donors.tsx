import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { CallAnswer } from '#base/calls/call.ts';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import type { donationsCalls } from './donations.calls.ts';
import classes from './lists/donation-lists.module.css';

interface TopDonorsProps {
  /** The answer of GET ProjectPay/Top. */
  readonly rows: CallAnswer<typeof donationsCalls.top>;
  /** The country's currency label, «сум». */
  readonly currency: string;
}

const first = 5;

/** The largest donors of a creator with their places: the first five, the others at a tap. */
export function TopDonors({ rows, currency }: TopDonorsProps) {
  const [isWhole, setWhole] = useState(false);
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
        {(isWhole ? rows : rows.slice(0, first)).map(({ place, name, amount, count }) => (
          <li key={place} className={classes.donor}>
            <span className={classes.place} data-place={place}>
              {place}
            </span>
            <span className={classes.donorName}>
              <span className={name === null ? classes.anonymous : classes.name}>{name ?? <Trans>Аноним</Trans>}</span>
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
      {!isWhole && rows.length > first && (
        <ActionButton look="quiet" onClick={() => setWhole(true)}>
          <Trans>Показать всех</Trans>
        </ActionButton>
      )}
    </section>
  );
}
