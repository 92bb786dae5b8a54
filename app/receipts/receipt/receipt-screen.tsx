import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import { call } from '#app/call.ts';
import { proofOf } from '#app/donations/donation-proofs.ts';
import { downloadFile } from '#app/identity/download-file.ts';
import { idInAddress, orNotFound } from '#base/pages/not-found.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { PageFrame } from '#base/ui/page/page-frame.tsx';
import { Skeleton } from '#base/ui/page/skeleton.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import type { Route } from './+types/receipt-screen';
import classes from './receipt-sheet.module.css';
import { ReceiptSheet } from './receipt-sheet.tsx';

export async function clientLoader({ params, request: { signal } }: Route.ClientLoaderArgs) {
  const payId = idInAddress(params.id);
  const [receipt, { country }] = await Promise.all([
    orNotFound(call('GET Receipt', { query: { payId } }, { signal, proof: proofOf(payId) })),
    call('GET Config', {}, { signal }),
  ]);
  return { receipt, currency: country.currencyLabel };
}

/** The receipt of a donation or an order, for its payer. */
export default function ReceiptScreen({ loaderData: { receipt, currency } }: Route.ComponentProps) {
  const { t, i18n } = useLingui();
  const { isBusy, failure, act } = useAction();
  const save = () => {
    const query = { payId: receipt.id, Language: i18n.locale };
    return downloadFile({ path: 'Receipt', query, type: 'application/pdf', proof: proofOf(receipt.id) });
  };
  return (
    <PageFrame narrow>
      <PageHead title={t`Чек`} noIndex />
      <Stack className={classes.page} gap={20}>
        <ReceiptSheet receipt={receipt} currency={currency} />
        {failure !== null && <ErrorNotice>{failure.message}</ErrorNotice>}
        <ActionButton disabled={isBusy} onClick={() => void act(save)}>
          <IconDownload size={20} stroke={1.75} aria-hidden />
          <Trans>Скачать PDF</Trans>
        </ActionButton>
      </Stack>
    </PageFrame>
  );
}

/** The placeholder while the receipt loads. */
export function HydrateFallback() {
  const { t } = useLingui();
  return (
    <PageFrame narrow>
      <PageHead title={t`Чек`} noIndex />
      <Stack className={classes.page} gap={20} aria-busy>
        <Skeleton height={480} radius={20} />
      </Stack>
    </PageFrame>
  );
}
