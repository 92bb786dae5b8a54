import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { isCallFailure } from '#base/calls/errors.ts';
import { refreshCounts } from '../staff-counts.ts';
import classes from './verified-switch.module.css';

interface VerifiedSwitchProps {
  readonly userId: string;
  readonly userName: string;
  readonly isVerified: boolean;
  /** The viewer may not decide about this user. */
  readonly isFixed: boolean;
}

/** Sets or removes the verified mark; updates at once and reverts if the server refuses. */
export function VerifiedSwitch({ userId, userName, isVerified, isFixed }: VerifiedSwitchProps) {
  const { t } = useLingui();
  const [proposed, setProposed] = useState<{ from: boolean; to: boolean } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const isOn = proposed !== null && proposed.from === isVerified ? proposed.to : isVerified;

  async function set(confirmed: boolean) {
    setFault(null);
    setProposed({ from: isVerified, to: confirmed });
    try {
      await call('PUT Moderator/ConfirmUser', { body: { userId, fields: [], confirmed } });
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      setProposed(null);
      setFault(error.message);
    }
    refreshCounts();
  }

  return (
    <label className={classes.label}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        className={classes.input}
        checked={isOn}
        disabled={isFixed}
        aria-label={t`Значок подлинности: ${userName}`}
        onChange={(event) => void set(event.currentTarget.checked)}
      />
      <Trans>Значок подлинности</Trans>
      {fault !== null && (
        <span role="alert" className={classes.fault}>
          {fault}
        </span>
      )}
    </label>
  );
}
