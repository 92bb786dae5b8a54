import { Trans, useLingui } from '@lingui/react/macro';
import { PageHead } from './page-head.tsx';

/** A part of the product that opens later: says so and shows where to go meanwhile. */
export default function ComingScreen() {
  const { t } = useLingui();
  return (
    <>
      <PageHead title={t`Раздел ещё не открыт`} noIndex />
      <h1>
        <Trans>Раздел ещё не открыт</Trans>
      </h1>
    </>
  );
}
