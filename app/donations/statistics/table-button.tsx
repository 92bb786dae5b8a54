import { Trans } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import { call } from '#app/call.ts';
import { sessionTokens } from '#app/identity/session-tokens.ts';
import { serialiseQuery } from '#base/calls/call-client.ts';
import { CallFailure, failures } from '#base/calls/errors.ts';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { saveFile } from '#base/ui/page/save-file.ts';
import { useAction } from '#base/ui/page/use-action.ts';

interface AskedTable {
  readonly From?: string;
  readonly To?: string;
  readonly Search?: string;
}

/** Saves the table of the creator's own donations as a file. Throws `CallFailure`. */
async function downloadTable(asked: AskedTable, TimeZone: string): Promise<void> {
  // A call refreshes an expired access token, which a plain request does not.
  await call('GET Donate/My', { query: { Take: 1 } });
  const answer = await fetch(`/api/Donate/Export?${serialiseQuery({ ...asked, TimeZone })}`, {
    headers: { authorization: `Bearer ${sessionTokens.access() ?? ''}` },
  }).catch(() => null);
  if (!answer?.ok) throw new CallFailure(failures.internal.code, answer?.status ?? 0, failures.internal.message);
  saveFile(await answer.blob(), `opora-donations-${new Date().toISOString().slice(0, 10)}.csv`);
}

/** Saves the filtered donations as a table. */
export function TableButton({ asked }: { readonly asked: AskedTable }) {
  const { isBusy, failure, run } = useAction();
  const save = () => run(() => downloadTable(asked, Intl.DateTimeFormat().resolvedOptions().timeZone));

  return (
    <div>
      <ActionButton look="quiet" disabled={isBusy} onClick={() => void save()}>
        <IconDownload size={20} stroke={1.75} aria-hidden />
        {isBusy ? <Trans>Собираем таблицу…</Trans> : <Trans>Скачать CSV</Trans>}
      </ActionButton>
      {failure !== null && <ErrorNotice>{failure.message}</ErrorNotice>}
    </div>
  );
}
