import { Trans } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { saveFile } from '#app/document/save-file.ts';
import { sessionTokens } from '#app/identity/session-tokens.ts';
import { serialiseQuery } from '#base/call-client.ts';
import { CallFailure, failures, isCallFailure } from '#base/errors.ts';
import { ErrorNotice } from '#base/ui/error-notice.tsx';
import { ActionButton } from '#base/ui/link-button.tsx';
import { call } from '../call.ts';

interface AskedTable {
  readonly From?: string;
  readonly To?: string;
  readonly Search?: string;
}

/** Saves the table of the creator's own gifts as a file. Throws `CallFailure`. */
async function downloadTable(asked: AskedTable, TimeZone: string): Promise<void> {
  // A call first: it renews an access token that is too old, which a plain request would not.
  await call('GET Donate/My', { query: { Take: 1 } });
  const answer = await fetch(`/api/Donate/Export?${serialiseQuery({ ...asked, TimeZone })}`, {
    headers: { authorization: `Bearer ${sessionTokens.access() ?? ''}` },
  }).catch(() => null);
  if (!answer?.ok) throw new CallFailure(failures.internal.code, answer?.status ?? 0, failures.internal.message);
  saveFile(await answer.blob(), `opora-donations-${new Date().toISOString().slice(0, 10)}.csv`);
}

/** Saves what the filters find as a table. */
export function TableButton({ asked }: { readonly asked: AskedTable }) {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  async function save() {
    setBusy(true);
    setFault(null);
    try {
      const TimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      await downloadTable(asked, TimeZone);
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      setFault(error.message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div>
      <ActionButton look="quiet" disabled={isBusy} onClick={() => void save()}>
        <IconDownload size={20} stroke={1.75} aria-hidden />
        {isBusy ? <Trans>Собираем таблицу…</Trans> : <Trans>Скачать CSV</Trans>}
      </ActionButton>
      {fault !== null && <ErrorNotice>{fault}</ErrorNotice>}
    </div>
  );
}
