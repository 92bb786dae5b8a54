import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { RecentDonation } from '#app/donations/recent-donation.ts';
import { Sum } from '#base/ui/page/sum.tsx';
import classes from './recent-donations.module.css';

/** A strip of the latest donations that scrolls sideways, by keyboard too. Empty without donations. */
export function RecentDonations({ donations, currency }: { donations: readonly RecentDonation[]; currency: string }) {
  const { t } = useLingui();
  if (donations.length === 0) return null;
  return (
    <section className={classes.strip} aria-label={t`Последние донаты`}>
      <h2 className={classes.title}>
        <span className={classes.pulse} aria-hidden />
        <Trans>Только что поддержали</Trans>
      </h2>
      <ul className={classes.donations}>
        {donations.map(({ id, name, amount, creator }) => (
          <li key={id}>
            <Link to={`/${creator.userName}`} className={classes.donation}>
              <strong>
                <Sum amount={amount} currency={currency} />
              </strong>
              <span>
                {name ?? <Trans>Аноним</Trans>} › {creator.displayName}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
