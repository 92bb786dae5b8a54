import { Trans } from '@lingui/react/macro';

export function Trouble() {
  return (
    <h1>
      <Trans>Что-то сломалось у нас</Trans>
    </h1>
  );
}
