import { Trans } from '@lingui/react/macro';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { useLoginAddress } from '#app/identity/login-address.ts';
import { PhoneField, usePhoneFaultText } from '#app/identity/phone-field.tsx';
import { phoneFault } from '#app/identity/phone-mask.ts';
import { StoredValue } from '#base/text/stored-value.ts';
import classes from './monthly-form.module.css';

const donorPhone = new StoredValue<string>({
  place: 'session',
  key: 'donorPhone',
  empty: '',
  parse: (raw) => (typeof raw === 'string' ? raw : null),
});

/** The phone of a guest, stored for this tab, and what is wrong with it. */
export function useDonorPhone(mask: string) {
  const phone = useSyncExternalStore(donorPhone.subscribe, donorPhone.read, donorPhone.readEmpty);
  const faultText = usePhoneFaultText(mask);
  const fault = phoneFault(phone, mask);
  return { phone, fault: fault === null ? null : faultText(fault), type: (text: string) => donorPhone.write(text) };
}

interface GuestPhoneProps {
  readonly donor: ReturnType<typeof useDonorPhone>;
  readonly mask: string;
  readonly isChecked: boolean;
  /** What the code that is sent to it is for. */
  readonly children: ReactNode;
}

/** The phone that becomes the account of a guest. */
export function GuestPhone({ donor, mask, isChecked, children }: GuestPhoneProps) {
  const login = useLoginAddress();
  return (
    <div className={classes.guest}>
      <PhoneField
        mask={mask}
        text={donor.phone}
        onType={donor.type}
        error={isChecked ? donor.fault : null}
        autoComplete="tel"
      />
      <p>
        {children}{' '}
        <Link to={login}>
          <Trans>Войти с паролем</Trans>
        </Link>
      </p>
    </div>
  );
}
