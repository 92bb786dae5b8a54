import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { call } from '#app/call.ts';
import { donorName } from '#app/donations/donation-draft.ts';
import { nameMaxLength } from '#app/donations/donation-rules.ts';
import { usePhoneConfirming } from '#app/identity/login-code.ts';
import { PhoneCodeDialog } from '#app/identity/phone-code-dialog.tsx';
import { GuestPhone, useDonorPhone } from '#app/memberships/guest-phone.tsx';
import { Field, Toggle } from '#base/ui/fields/field.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { entryOver, memberAlready, nothingToTake, ownGift } from '../gift-failures.ts';
import type { ShownGift } from '../gift-shapes.ts';
import classes from './gift.module.css';
import type { KnownGift } from './use-gift.ts';

interface TakingFormProps {
  readonly gift: ShownGift;
  readonly known: KnownGift;
  readonly phoneMask: string;
  /** Of the link; null: none is needed. */
  readonly secret: string | null;
  /** Called with `true` while a code is typed and what follows is sent. */
  readonly onAsking: (isAsking: boolean) => void;
  /** The time was over when the caller would have entered. */
  readonly onLate: () => void;
}

/** Who takes part, or takes what is free, under which name; for a guest the phone that becomes the account. */
export function TakingForm({ gift, known, phoneMask, secret, onAsking, onLate }: TakingFormProps) {
  const { t } = useLingui();
  const name = useSyncExternalStore(donorName.subscribe, donorName.read, donorName.readEmpty);
  const [isAnonymous, setAnonymous] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const donor = useDonorPhone(phoneMask);
  const isEntering = gift.state === 'Entering';
  const { isBusy, failure, submit } = useAction((refusal) => {
    if (entryOver.is(refusal)) onLate();
    // The page says so itself, and what is left.
    if ([entryOver, nothingToTake, ownGift, memberAlready].some((one) => one.is(refusal))) known.readAgain();
  });

  async function send() {
    await submit(async () => {
      const body = { giftId: gift.id, name: donorName.read(), isAnonymous };
      if (isEntering) await call('POST Membership/Enter', { body });
      else await call('POST Membership/Take', { body: { ...body, secret } });
      known.readAgain();
    });
  }
  const confirming = usePhoneConfirming(() => void send());
  const isAsking = confirming.phone !== null || isBusy;
  useEffect(() => onAsking(isAsking));

  function ask(): unknown {
    setChecked(true);
    if (known.personId !== null) return send();
    return donor.fault === null ? confirming.ask(donor.phone) : null;
  }

  // The page says so itself.
  const shown = confirming.failure ?? (entryOver.is(failure) ? null : failure);
  return (
    <>
      <SentForm className={classes.form} onSend={ask}>
        <div className={classes.who}>
          <Field
            label={t`Ваше имя`}
            name="name"
            value={isAnonymous ? '' : name}
            onChange={(event) => donorName.write(event.currentTarget.value)}
            placeholder={isAnonymous ? t`Аноним` : t`Как вас назвать`}
            autoComplete="nickname"
            maxLength={nameMaxLength}
            disabled={isAnonymous}
            error={failure?.fields?.name}
          />
          <Toggle checked={isAnonymous} onChange={(event) => setAnonymous(event.currentTarget.checked)}>
            <Trans>Анонимно</Trans>
          </Toggle>
        </div>
        {known.personId === null && (
          <GuestPhone donor={donor} mask={phoneMask} isChecked={isChecked}>
            {isEntering ? (
              <Trans>На этот номер придёт код: один номер — один участник.</Trans>
            ) : (
              <Trans>На этот номер придёт код. По нему вы войдёте и увидите подарок у себя.</Trans>
            )}
          </GuestPhone>
        )}
        {shown !== null && shown.fields?.name === undefined && <ErrorNotice>{shown.message}</ErrorNotice>}
        <ActionButton isDefault disabled={isBusy || confirming.isSending}>
          {isEntering ? <Trans>Участвовать</Trans> : <Trans>Забрать</Trans>}
        </ActionButton>
      </SentForm>
      <PhoneCodeDialog confirming={confirming} />
    </>
  );
}
