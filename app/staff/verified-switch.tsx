import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
import { Toggle } from '#base/ui/fields/field.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { refreshCounts } from './staff-counts.ts';

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
  const { failure, act } = useAction(() => setProposed(null));
  const isOn = proposed !== null && proposed.from === isVerified ? proposed.to : isVerified;

  async function set(confirmed: boolean) {
    setProposed({ from: isVerified, to: confirmed });
    await call('PUT Moderator/ConfirmUser', { body: { userId, fields: [], confirmed } });
  }

  return (
    <div>
      <Toggle
        checked={isOn}
        disabled={isFixed}
        aria-label={t`Значок подлинности: ${userName}`}
        onChange={({ currentTarget: { checked } }) => void act(() => set(checked)).then(refreshCounts)}
      >
        <Trans>Значок подлинности</Trans>
      </Toggle>
      <FaultLine>{failure?.message}</FaultLine>
    </div>
  );
}
