import type { APIRequestContext, Page } from '@playwright/test';
import { dataOf, keepTokens, lastCode } from './people.ts';

const phones = { admin: '998900000001', moderator: '998900000002' };

type Staff = keyof typeof phones;

async function enterOnce(who: Staff, request: APIRequestContext): Promise<Record<string, unknown>> {
  const phone = phones[who];
  await dataOf(
    await request.post('/api/Identity/AdminLogin', { data: { phone, password: 'opora-demo', rememberMe: false } }),
  );
  const code = await lastCode(request, { phone, written: phone });
  return dataOf(await request.get(`/api/Identity/ConfirmCodeAdmin?phone=${phone}&code=${code}`));
}

/** The tokens of the demo world's admin or moderator, with his second factor. */
export async function staffTokens(who: Staff, request: APIRequestContext) {
  // Another test may ask a code for the same phone in between, which makes this one's void.
  for (let tries = 1; ; tries += 1) {
    try {
      const { token, refreshToken } = await enterOnce(who, request);
      return { token: String(token), refreshToken: String(refreshToken) };
    } catch (error) {
      if (tries === 5) throw error;
    }
  }
}

/** Makes this window's browser one where the admin or the moderator has logged in to the admin area; answers his token. */
export async function enterAsStaff(page: Page, who: Staff): Promise<string> {
  const tokens = await staffTokens(who, page.request);
  await keepTokens(page, tokens);
  return tokens.token;
}
