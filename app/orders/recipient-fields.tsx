import { useLingui } from '@lingui/react/macro';
import { PhoneField, usePhoneFaultText } from '#app/identity/phone-field.tsx';
import { phoneFault } from '#app/identity/phone-mask.ts';
import { firstFailure, maximumLength, required } from '#base/text/form-rules.ts';
import { Field } from '#base/ui/fields/field.tsx';
import classes from './recipient-fields.module.css';

interface Recipient {
  readonly name: string;
  /** In the country's mask. */
  readonly phone: string;
}

interface RecipientFieldsProps {
  readonly recipient: Recipient;
  readonly phoneMask: string;
  readonly faults: { readonly name: string | null; readonly phone: string | null };
  readonly onChange: (change: Partial<Recipient>) => void;
}

const longestName = 120;

/** What is missing or wrong in a recipient, as texts. */
export function useRecipientFaults({ name, phone }: Recipient, phoneMask: string) {
  const phoneText = usePhoneFaultText(phoneMask);
  const wrongPhone = phoneFault(phone, phoneMask);
  return {
    name: firstFailure(name, [required, maximumLength(longestName)]),
    phone: wrongPhone === null ? null : phoneText(wrongPhone),
  };
}

/** Who gets the parcel: a name and a phone. */
export function RecipientFields({ recipient, phoneMask, faults, onChange }: RecipientFieldsProps) {
  const { t } = useLingui();
  return (
    <div className={classes.pair}>
      <Field
        label={t`Имя и фамилия`}
        name="recipientName"
        autoComplete="name"
        maxLength={longestName}
        value={recipient.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={faults.name}
        required
      />
      <PhoneField
        mask={phoneMask}
        text={recipient.phone}
        onType={(phone) => onChange({ phone })}
        error={faults.phone}
        autoComplete="tel"
      />
    </div>
  );
}
