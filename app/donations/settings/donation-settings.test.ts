import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { failureOf } from '#test/support/money/failure-of.ts';
import { give, givePaid, openMoneyFixture } from '#test/support/money/money-fixture.ts';

const fixture = await openMoneyFixture();
afterAll(() => fixture.close());

const create = (body: unknown) => fixture.call('POST ProjectPay/Create', { body });

const createFailure = async (body: unknown) => failureOf(await create(body));

const adminSettings = {
  minAmount: 5_000,
  maxAmount: 10_000_000,
  presets: [5_000, 10_000],
  messageMaxLength: 300,
  commissionPercent: 5,
  stopWords: ['хуй', 'бля*'],
  isEnabled: true,
};

const putSettings = (change: object, token = `admin:${randomUUID()}`) =>
  fixture.call('PUT Donate/Settings', { body: { ...adminSettings, ...change }, token });

describe('Donate/Settings', () => {
  it('can be saved where equal ready sums were stored before they were refused', async () => {
    const { pool } = fixture.db;
    expect((await putSettings({ presets: [5_000, 5_000] })).status).toBe(400);
    await pool.query('update donation_settings set presets = $1', [
      [1_000_000, 500_000, 1_000_000, 2_500_000, 500_000],
    ]);
    const migration = new URL('../../../migrations/0086_equal_presets.sql', import.meta.url);
    await pool.query(readFileSync(migration, 'utf8'));
    const stored = await fixture.call('GET Donate/Settings');
    expect(stored.body).toMatchObject({ data: { presets: [10_000, 5_000, 25_000] } });
    expect((await putSettings({ presets: [10_000, 5_000, 25_000], isEnabled: false })).status).toBe(200);
    expect((await putSettings({})).status).toBe(200);
  });

  it('is public, and only an admin can replace it with valid settings', async () => {
    expect((await putSettings({}, `moderator:${randomUUID()}`)).status).toBe(403);
    expect((await fixture.call('PUT Donate/Settings', { body: adminSettings })).status).toBe(401);
    const wrong: [object, string][] = [
      [{ minAmount: 0 }, 'minAmount'],
      [{ minAmount: 20_000_000 }, 'maxAmount'],
      [{ presets: [] }, 'presets'],
      [{ presets: [4_000] }, 'presets.0'],
      [{ presets: [5_000, 20_000_000] }, 'presets.1'],
      [{ commissionPercent: 101 }, 'commissionPercent'],
      [{ commissionPercent: 1.005 }, 'commissionPercent'],
      [{ messageMaxLength: 1.5 }, 'messageMaxLength'],
      [{ stopWords: ['x'] }, 'stopWords.0'],
      [{ stopWords: ['я'.repeat(51)] }, 'stopWords.0'],
      [{ stopWords: Array.from({ length: 501 }, () => 'яя') }, 'stopWords'],
      [{ stopWords: Array.from({ length: 101 }, () => 'я'.repeat(50)) }, 'stopWords'],
      [{ stopWords: Array.from({ length: 21 }, () => '㎯'.repeat(50)) }, 'stopWords'],
      [{ extra: 1 }, 'extra'],
      [{ stopReason: 'я'.repeat(301) }, 'stopReason'],
    ];
    for (const [change, field] of wrong) {
      const answer = await putSettings(change);
      expect([answer.status, Object.keys(failureOf(answer).fields ?? {})]).toEqual([400, [field]]);
    }
    expect((await putSettings({ stopWords: Array.from({ length: 100 }, () => 'я'.repeat(50)) })).status).toBe(200);
    expect((await putSettings({})).status).toBe(200);
    const { commissionPercent, stopWords, ...limits } = adminSettings;
    const shown = { ...limits, stopReason: null, monthlySystems: ['gateway'], monthlySystem: 'gateway' };
    expect((await fixture.call('GET Donate/Settings')).body).toEqual({ success: true, data: shown });
    const forAdmin = await fixture.call('GET Donate/Settings', { token: `admin:${randomUUID()}` });
    expect(forAdmin.body).toEqual({
      success: true,
      data: { ...shown, commissionPercent, stopWords, version: expect.any(String) },
    });
  });

  it('applies to the form, the commission and the masks from then on', async () => {
    const { projectId, accountId } = await fixture.person();
    await putSettings({ minAmount: 1_000, presets: [1_000], commissionPercent: 3.33, messageMaxLength: 10 });
    expect(await createFailure({ projectId, amount: 999.99, message: 'одиннадцать' })).toMatchObject({
      fields: { amount: 'Минимальная сумма от 1 000', message: 'Максимальная длинна текста 10 символов' },
    });
    // 3.33 % of 1,000.50 is 33.31665
    await givePaid(fixture, { projectId, amount: 1_000.5, message: 'хуй блябля' });
    const { rows } = await fixture.db.pool.query('select balance from account where id = $1', [accountId]);
    expect(rows).toEqual([{ balance: 96_718 }]);
    const list = () => fixture.call(`GET ProjectPay/List?projectId=${projectId}`);
    expect((await list()).body).toMatchObject({ data: { payments: [{ message: '*** ******' }] } });
    await putSettings({ stopWords: [] });
    expect((await list()).body).toMatchObject({ data: { payments: [{ message: 'хуй блябля' }] } });
  });

  it('stops all donations with a public reason', async () => {
    const { projectId } = await fixture.person();
    await putSettings({ isEnabled: false });
    expect(await createFailure({ projectId, amount: 5_000 })).toMatchObject({
      status: 409,
      code: 'DonationsDisabled',
      message: expect.stringContaining('приостановлен'),
    });
    await putSettings({ isEnabled: false, stopReason: ' Меняем банк. ' });
    expect((await createFailure({ projectId, amount: 5_000 })).message).toBe(
      'Приём донатов приостановлен: Меняем банк. Деньги не списаны',
    );
    expect((await fixture.call('GET Donate/Settings')).body).toMatchObject({ data: { stopReason: 'Меняем банк.' } });
    await putSettings({});
    await give(fixture, { projectId });
  });

  it('are not overwritten by an admin with an outdated version, also when two save at once', async () => {
    const token = `admin:${randomUUID()}`;
    const read = async () =>
      z
        .object({ data: z.object({ version: z.string() }) })
        .parse((await fixture.call('GET Donate/Settings', { token })).body).data.version;
    const version = await read();
    const answers = await Promise.all([11, 12, 13].map((length) => putSettings({ messageMaxLength: length, version })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const late = answers.find(({ status }) => status === 409);
    expect(late?.body).toMatchObject({ error: { code: 'SettingsChanged' } });
    expect((await putSettings({ version: await read() })).status).toBe(200);
  });
});
