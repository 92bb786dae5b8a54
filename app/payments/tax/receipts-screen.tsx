import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { session } from '#app/identity/session.ts';
import { failures } from '#base/calls/errors.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { placeInAddress } from '#base/text/place-name.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import type { Route } from './+types/receipts-screen';
import { MissingReceiptsSection } from './missing-receipts-section.tsx';
import { TaxCodesSection } from './tax-codes-section.tsx';
import { type ReadTaxDefaults, TaxDefaultsForm } from './tax-defaults-form.tsx';

/** The default codes; null: the caller is no admin. */
async function readDefaults(signal: AbortSignal): Promise<ReadTaxDefaults | null> {
  const asking = await session.load();
  // A moderator is known to be refused: nothing is asked, and the console stays empty.
  if (asking.status === 'user' && !asking.user.roles.includes('admin')) return null;
  try {
    return await call('GET Receipt/TaxDefaults', {}, { signal });
  } catch (error) {
    if (failures.forbidden.is(error)) return null;
    throw error;
  }
}

export async function clientLoader({ url: { searchParams }, request: { signal } }: Route.ClientLoaderArgs) {
  const [defaults, { list }, missing, { country }] = await Promise.all([
    readDefaults(signal),
    call('GET Receipt/TaxCodeList', {}, { signal }),
    call('GET Receipt/Missing', { query: { After: placeInAddress(searchParams) } }, { signal }),
    call('GET Config', {}, { signal }),
  ]);
  return { defaults, list, missing, currency: country.currencyLabel };
}

/** Fiscal receipts: the codes of what is sold, their list, and the sums without a receipt. */
export default function ReceiptsScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui();
  const { defaults, list, missing, currency } = loaderData;
  return (
    <PageFrame>
      <PageHead title={t`Чеки`} noIndex />
      <PageTitle>
        <Trans>Чеки</Trans>
      </PageTitle>
      <Stack gap={24} fit shrinks>
        <MissingReceiptsSection page={missing} currency={currency} canRegister={defaults !== null} />
        {defaults !== null && <TaxDefaultsForm known={defaults} />}
        <TaxCodesSection list={list} canUpload={defaults !== null} />
      </Stack>
    </PageFrame>
  );
}
