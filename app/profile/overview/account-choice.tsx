import { Trans } from '@lingui/react/macro';
import { startTransition, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { Row, Text } from '#base/ui/layout/parts.tsx';
import { Private } from '#base/ui/on-stream/private.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { useNames } from '#base/ui/page/use-names.ts';
import type { Profile } from '../profile.calls.ts';
import classes from './profile-screen.module.css';

/** Chooses the account that further donations are credited to; earlier ones stay where they are. */
export function AccountChoice({ profile, currency }: { readonly profile: Profile; readonly currency: string }) {
  const [wanted, setWanted] = useState<string | null>(null);
  const { isBusy, failure, act } = useAction();
  const revalidator = useRevalidator();
  const { donate, accounts } = profile;
  const nameOf = useNames();

  async function choose(account: string) {
    setWanted(account);
    await act(async () => {
      await call('GET Project/ChangeAccount', { query: { id: donate.id, account } });
      await revalidator.revalidate();
    });
    // Together with what was read, else the account before it shows for a moment.
    startTransition(() => setWanted(null));
  }

  return (
    <fieldset className={classes.accounts} disabled={isBusy}>
      <legend>
        <Trans>Счёт для донатов</Trans>
      </legend>
      {accounts.map(({ id, name, balance, isActive }) => (
        <Row key={id} as="label" className={classes.account} gap={14} align="center" nowrap card>
          <input
            type="radio"
            name="account"
            checked={id === (wanted ?? donate.accountId)}
            disabled={!isActive}
            onChange={() => void choose(id)}
          />
          <span>{nameOf(name)}</span>
          <Private>
            <Sum amount={balance} currency={currency} />
          </Private>
        </Row>
      ))}
      {failure !== null && <ErrorNotice>{failure.message}</ErrorNotice>}
      <Text className={classes.hint} size={14} dim>
        <Trans>Новые донаты зачисляются на выбранный счёт.</Trans>
      </Text>
    </fieldset>
  );
}
