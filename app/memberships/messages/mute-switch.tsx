import { Trans } from '@lingui/react/macro';
import { startTransition, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
import { Toggle } from '#base/ui/fields/field.tsx';
import { useAction } from '#base/ui/page/use-action.ts';

interface MuteSwitchProps {
  readonly membershipId: string;
  readonly isMuted: boolean;
}

/** Whether the member wants the messages of a creator. */
export function MuteSwitch({ membershipId, isMuted }: MuteSwitchProps) {
  const { revalidate } = useRevalidator();
  const { isBusy, failure, act } = useAction();
  // As it was switched, until the server has answered.
  const [switched, setSwitched] = useState<boolean | null>(null);

  async function change(isWanted: boolean) {
    setSwitched(isWanted);
    await act(async () => {
      await call('PUT Membership/Mute', { body: { membershipId, isMuted: !isWanted } });
      await revalidate();
    });
    // Together with what was read, else the switch goes back for a moment.
    startTransition(() => setSwitched(null));
  }

  return (
    <>
      <Toggle
        checked={switched ?? !isMuted}
        aria-disabled={isBusy || undefined}
        onChange={(event) => {
          if (!isBusy) void change(event.currentTarget.checked);
        }}
      >
        <Trans>Получать сообщения и посты автора</Trans>
      </Toggle>
      <FaultLine>{failure?.message}</FaultLine>
    </>
  );
}
