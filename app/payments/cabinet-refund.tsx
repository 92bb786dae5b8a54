import { Trans } from '@lingui/react/macro';
import { systemTitles } from './payment-systems.ts';

interface CabinetRefundProps {
  readonly address: string;
  /** The id of the donation or order. */
  readonly reference: string;
}

/** Tells staff how Payme's payments are refunded: in Payme's cabinet only, which reports it here. */
export function CabinetRefund({ address, reference }: CabinetRefundProps) {
  const title = systemTitles.payme;
  return (
    <span>
      <Trans>
        {title} возвращает деньги только в своём кабинете и только целиком. Откройте в нём платёж, в счёте которого
        стоит {reference}, и верните деньги. Здесь это станет видно само.
      </Trans>{' '}
      <a href={address} target="_blank" rel="noopener noreferrer">
        <Trans>Открыть кабинет {title}</Trans>
      </a>
    </span>
  );
}
