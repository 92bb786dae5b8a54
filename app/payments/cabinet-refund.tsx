import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import { systemTitles } from './payment-systems.ts';

interface CabinetRefundProps {
  /** The id of the donation or order. */
  readonly reference: string;
}

/** The page of the cabinet; null: not known yet, or not to be had. */
function useCabinet(): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    call('GET Payment/RefundCabinet', {}, { signal }).then(
      (cabinet) => setAddress(cabinet.address),
      // The words say where to go, also without the link.
      () => {},
    );
    return () => ending.abort();
  }, []);
  return address;
}

/** Tells staff how Payme's payments are refunded: in Payme's cabinet only, which reports it here. */
export function CabinetRefund({ reference }: CabinetRefundProps) {
  const address = useCabinet();
  const title = systemTitles.payme;
  return (
    <span>
      <Trans>
        {title} возвращает деньги только в своём кабинете и только целиком. Откройте в нём платёж, в счёте которого
        стоит {reference}, и верните деньги. Здесь это станет видно само.
      </Trans>{' '}
      {address !== null && (
        <a href={address} target="_blank" rel="noopener noreferrer">
          <Trans>Открыть кабинет {title}</Trans>
        </a>
      )}
    </span>
  );
}
