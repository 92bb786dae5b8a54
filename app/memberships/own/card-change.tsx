import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '#app/call.ts';
import { CardPayment } from '#app/payments/card-payment.tsx';
import { howToPay } from '#app/payments/stored-payment.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { Skeleton } from '#base/ui/page/skeleton.tsx';
import { TextButton } from '#base/ui/page/text-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import type { ownMembershipsCalls } from '../own-memberships.calls.ts';

interface CardChangeProps {
  readonly membershipId: string;
  readonly currency: string;
  /** A month that is not paid is charged at once. */
  readonly onSaved: () => Promise<void>;
  readonly onClose: () => void;
}

/** The states of a card that is being saved, as the form knows them of payments. */
const paymentStates = { Waiting: 'Created', Saved: 'Paid', Expired: 'Expired' } as const;

/** Takes another card in the form of payments, which charges nothing here. */
export function CardChange({ membershipId, currency, onSaved, onClose }: CardChangeProps) {
  const { failure, act } = useAction();
  const [opened, setOpened] = useState<CallAnswer<typeof ownMembershipsCalls.changeCard> | null>(null);
  const open = () =>
    void act(async () => setOpened(await call('POST Membership/ChangeCard', { body: { membershipId } })));
  const openFirst = useEffectEvent(open);
  useEffect(() => openFirst(), []);

  async function askStatus(cardId: string, signal?: AbortSignal) {
    const { state } = await call('POST Membership/Card', { body: { cardId } }, signal && { signal });
    return { status: paymentStates[state], isChecked: true };
  }

  async function finish(cardId: string) {
    await act(async () => {
      await askStatus(cardId);
      await onSaved();
      onClose();
    });
  }

  return (
    <Stack gap={12}>
      {failure !== null && <ErrorNotice onRetry={open}>{failure.message}</ErrorNotice>}
      {opened === null && failure === null && <Skeleton height={220} />}
      {opened !== null && (
        <CardPayment
          key={opened.cardId}
          paymentUrl={opened.paymentUrl}
          payer={howToPay(opened.payer).payer}
          amount={0}
          charging="later"
          expiresAt={opened.expiresAt}
          currencyLabel={currency}
          askStatus={(signal) => askStatus(opened.cardId, signal)}
          onPaid={() => void finish(opened.cardId)}
          onRefused={() => undefined}
          onRestart={open}
        />
      )}
      <TextButton onClick={onClose}>
        <Trans>Оставить прежнюю карту</Trans>
      </TextButton>
    </Stack>
  );
}
