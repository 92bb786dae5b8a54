import { z } from 'zod';
import type { TestApp } from '#test/support/start-app.ts';

const settings = z.object({ data: z.object({ key: z.string() }) });

type Api = TestApp['request'];

export async function readWidgetKey(api: Api, { token }: { readonly token: string }): Promise<string> {
  return settings.parse((await api('GET Widget/Settings', {}, { token })).body).data.key;
}

/** The widget key of a creator whose alerts are made as short as the settings allow. */
export async function shortenAlerts(api: Api, { token }: { readonly token: string }): Promise<string> {
  await api('GET Widget/Settings', {}, { token });
  const body = { alert: { duration: 3, minAmount: 0 } };
  return settings.parse((await api('PUT Widget/Settings', { body }, { token })).body).data.key;
}
