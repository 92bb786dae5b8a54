import { saveFile } from '#app/document/save-file.ts';
import { sessionTokens } from '#app/identity/session-tokens.ts';
import { serialiseQuery } from '#base/call-client.ts';
import { CallFailure, failures } from '#base/errors.ts';
import { call } from '../call.ts';

interface AskedTable {
  readonly From?: string;
  readonly To?: string;
  readonly Search?: string;
  readonly TimeZone: string;
}

/** Saves the table of the creator's own gifts as a file. Throws `CallFailure`. */
export async function downloadTable(asked: AskedTable): Promise<void> {
  // A call first: it renews an access token that is too old, which a plain request would not.
  await call('GET Donate/My', { query: { Take: 1 } });
  const answer = await fetch(`/api/Donate/Export?${serialiseQuery({ ...asked })}`, {
    headers: { authorization: `Bearer ${sessionTokens.access() ?? ''}` },
  }).catch(() => null);
  if (!answer?.ok) throw new CallFailure(failures.internal.code, answer?.status ?? 0, failures.internal.message);
  saveFile(await answer.blob(), `opora-donations-${new Date().toISOString().slice(0, 10)}.csv`);
}
