import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, describe, expect, it } from 'vitest';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, testSecrets } from '#test/support/start-app.ts';

const app = await startApp({ env: { LIMITS: 'off' } });
afterAll(() => app.close());

async function send(userName: string, fields: Readonly<Record<string, string>>, more: RequestInit = {}) {
  const answer = await fetch(`${app.url}/embed/${userName}/form`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: 'null' },
    body: new URLSearchParams(fields),
    ...more,
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** What the page would store, by place. */
function carriedBy(text: string, place: 'session' | 'local'): Record<string, unknown> {
  const [, data = ''] = new RegExp(`data-${place}="([^"]*)"`).exec(text) ?? [];
  const entries = Object.entries<string>(JSON.parse(unescaped(data)));
  return Object.fromEntries(entries.map(([key, value]): [string, unknown] => [key, JSON.parse(value)]));
}

describe('the sent form of the embedded widget', () => {
  it('opens the page with the sum; an own sum counts before a chosen one', async () => {
    const userName = 'plain_sums';
    await signIn(app.db, testSecrets.jwt, { userName });
    const chosen = await send(userName, { amount: '50000', own: '', name: '', message: '  ' });
    expect([chosen.status, chosen.headers.get('location')]).toEqual([303, `${app.url}/plain_sums?amount=50000`]);
    const own = await send('PLAIN_sums', { amount: '50000', own: '77 000' });
    expect([own.status, own.headers.get('location')]).toEqual([303, `${app.url}/plain_sums?amount=77+000`]);
    const nothing = await send(userName, {});
    expect([nothing.status, nothing.headers.get('location')]).toEqual([303, `${app.url}/plain_sums?amount=`]);
  });

  it('carries a name and a message by the storage of the browser, in no address', async () => {
    const { userId } = await signIn(app.db, testSecrets.jwt, { userName: 'carrying' });
    const message = 'Привет,\r\n"друг" </output><script>alert(1)</script> & всё';
    const { status, headers, text } = await send('carrying', { amount: '50000', name: "Аз'из", message });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('set-cookie')).toBeNull();
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    const scripts = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script);
    expect(scripts).toHaveLength(1);
    const hashes = scripts.map((script) => createHash('sha256').update(script).digest('base64'));
    expect(policy).toContain(`script-src 'sha256-${hashes[0]}'`);
    expect(carriedBy(text, 'session')).toEqual({
      [`donation:${userId}`]: { amount: '50\u00a0000', message: message.replace('\r\n', '\n'), intent: '' },
    });
    expect(carriedBy(text, 'local')).toEqual({ donorName: "Аз'из" });
    expect(text).toContain(`data-to="${app.url}/carrying?amount=50000"`);
    expect(carriedBy((await send('carrying', { amount: '1', message: 'x' })).text, 'local')).toEqual({});
  });

  it('cuts what is too long, and answers what is no form, and a creator who is not there, with the page', async () => {
    const { userId } = await signIn(app.db, testSecrets.jwt, { userName: 'long_texts' });
    const { text } = await send('long_texts', { amount: '1', name: 'и'.repeat(500), message: 'м'.repeat(5000) });
    expect(String(carriedBy(text, 'local').donorName)).toHaveLength(60);
    const { message } = Object(carriedBy(text, 'session')[`donation:${userId}`]);
    expect(String(message)).toHaveLength(300);
    const none = await send('nobody_there', { amount: '1', message: 'x' });
    expect([none.status, none.headers.get('location')]).toEqual([303, `${app.url}/nobody_there`]);
    const json = { headers: { 'content-type': 'application/json' }, body: '{"amount":1}' };
    expect((await send('long_texts', {}, json)).status).toBe(303);
    expect((await send('long_texts', {}, { body: 'x'.repeat(70_000), headers: json.headers })).status).toBe(413);
    await app.db.execute(sql`update donation_settings set is_enabled = false`);
    const paused = await send('long_texts', { amount: '1', message: 'x' });
    await app.db.execute(sql`update donation_settings set is_enabled = true`);
    expect([paused.status, paused.headers.get('location')]).toEqual([303, `${app.url}/long_texts`]);
  });
});
