import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { RecipientFields } from '../recipient-fields.tsx';
import classes from './checkout.module.css';
import type { CheckoutDraft } from './checkout-draft.ts';

interface RecipientSectionProps {
  readonly draft: CheckoutDraft;
  readonly phoneMask: string;
  readonly faults: { readonly name: string | null; readonly phone: string | null };
  /** A guest's way to the login by password; null: a user is logged in. */
  readonly login: string | null;
  readonly onChange: (change: Partial<CheckoutDraft>) => void;
}

/** The recipient's name and phone, stored for this tab. */
export function RecipientSection({ draft, phoneMask, faults, login, onChange }: RecipientSectionProps) {
  const hasFault = faults.name !== null || faults.phone !== null;
  return (
    <section className={classes.section} data-fault={hasFault || undefined} aria-labelledby="recipient-title">
      <h2 id="recipient-title" tabIndex={-1}>
        <Trans>Получатель</Trans>
      </h2>
      <RecipientFields recipient={draft} phoneMask={phoneMask} faults={faults} onChange={onChange} />
      {login !== null && (
        <p className={classes.guest}>
          <Trans>На этот номер придёт код. Заказ появится в вашем аккаунте, а если его ещё нет, мы его заведём.</Trans>{' '}
          <Link to={login}>
            <Trans>Войти с паролем</Trans>
          </Link>
        </p>
      )}
    </section>
  );
}
