import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { Sum } from '#base/ui/sum.tsx';
import type { RecentGift } from './recent-gift.ts';
import classes from './recent-gifts.module.css';

/** A strip of the last gifts; it can be drawn sideways, by keyboard too. Nothing while there are none. */
export function RecentGifts({ gifts, currency }: { gifts: readonly RecentGift[]; currency: string }) {
  const { t } = useLingui();
  if (gifts.length === 0) return null;
  return (
    <section className={classes.strip} aria-label={t`Последние донаты`}>
      <h2 className={classes.title}>
        <span className={classes.pulse} aria-hidden />
        <Trans>Только что поддержали</Trans>
      </h2>
      <ul className={classes.gifts}>
        {gifts.map(({ id, name, amount, creator }) => (
          <li key={id}>
            <Link to={`/${creator.userName}`} className={classes.gift}>
              <strong>
                <Sum amount={amount} currency={currency} />
              </strong>
              <span>
                {name ?? <Trans>Аноним</Trans>} → {creator.displayName}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
