import type { SignedIn } from '#test/support/sign-in.ts';
import type { TestApp } from '#test/support/start-app.ts';

const kofiHead =
  'DateTime (UTC),From,Message,Item,Received,Given,Currency,TransactionType,TransactionId,Reference,BuyerEmail\n';

/** Exports as the services make them. */
export const historyFiles = {
  donationAlerts: [
    'id;username;message;amount;currency;created_at',
    '101;Анна;Привет, сука!;500;RUB;2024-05-06 07:08:09',
    '102;Аноним;;10000;UZS;2024-05-07 07:08:09',
    '103;Борис;"Строка один',
    'Строка два";20000;UZS;2024-05-08 07:08:09',
  ].join('\r\n'),
  boosty: [
    'name,email,type,price,total_money,start_date,end_date,level_name',
    'Вера,vera@example.com,sub,300,1500,2023-01-02,,Друг',
    'Глеб,gleb@example.com,follower,0,0,2023-02-02,,',
  ].join('\n'),
  kofi: `${kofiHead}05/06/2024 07:08,Jane,"Thanks, ""friend""",,5.00,,USD,Donation,T1,,jane@example.com\n05/07/2024 07:08,Me,,,,3.00,USD,Donation,T2,,\n`,
} as const;

export const apiPage = (donations: readonly unknown[]) =>
  JSON.stringify({ data: donations, links: { next: null }, meta: { current_page: 1 } });

export async function uploadHistory(
  app: Pick<TestApp, 'url'>,
  { token }: Pick<SignedIn, 'token'>,
  asked: {
    call: 'PreviewImport' | 'Import';
    source: string;
    file: string | Uint8Array<ArrayBuffer>;
    currency?: string;
  },
) {
  const form = new FormData();
  form.set('source', asked.source);
  form.set('name', 'export.csv');
  if (asked.currency !== undefined) form.set('currency', asked.currency);
  form.set('file', new Blob([asked.file]), 'export.csv');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${app.url}/api/Donate/${asked.call}`, { method: 'POST', headers, body: form });
  const body: unknown = await answer.json();
  return { status: answer.status, ...Object.assign({ data: null, error: null }, body) };
}
