import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { isCallFailure } from '#base/errors.ts';
import { refreshCounts } from './staff-counts.ts';
import classes from './verified-switch.module.css';

interface VerifiedSwitchProps {
  readonly userId: string;
  readonly userName: string;
  readonly isVerified: boolean;
}

/** Gives a person the verified mark or takes it; shown as wished at once, back where the server refuses. */
export function VerifiedSwitch({ userId, userName, isVerified }: VerifiedSwitchProps) {
  const { t } = useLingui();
  const [wished, setWished] = useState<{ from: boolean; to: boolean } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const isOn = wished !== null && wished.from === isVerified ? wished.to : isVerified;

  async function set(confirmed: boolean) {
    setFault(null);
    setWished({ from: isVerified, to: confirmed });
    try {
      await call('PUT Moderator/ConfirmUser', { body: { userId, fields: [], confirmed } });
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      setWished(null);
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
