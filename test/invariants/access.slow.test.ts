import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { signIn } from '#test/support/sign-in.ts';
import { startApp, type TestApp, testSecrets } from '#test/support/start-app.ts';
import { refusalOf, runMatrix } from '#test/torture/access/access-matrix.ts';
import { extraMembers } from '#test/torture/access/schema-members.ts';
import { forgeTokens, signHonestly } from '#test/torture/identity/forged-tokens.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ env: { LIMITS: 'off' } });
}, 60_000);

afterAll(() => app.close());

describe('invariant 14: forged access tokens', () => {
  it('are refused, all of them, where the honest one is taken', async () => {
    const { token } = await signIn(app.db, testSecrets.jwt);
    const whoAmI = async (as: string) => (await app.api('POST Identity/GetUser', {}, { token: as })).status;
    expect([await whoAmI(token), await whoAmI(await signHonestly(token))]).toEqual([200, 200]);
    const forged = await forgeTokens(token, 60);
    expect(forged.length).toBeGreaterThan(80);
    for (const one of forged) expect(await whoAmI(one), one).toBe(401);
  }, 60_000);
});

describe('invariant 15: the matrix of access', () => {
  it('is as the contract declares, for every role and call', async () => {
    const { asked, foreignAsked, missingAsked, ...faults } = await runMatrix(app, 1);
    expect(Math.min(asked, foreignAsked, missingAsked)).toBeGreaterThan(100);
    expect(faults).toEqual({ wrongAccess: [], extra: [], foreign: [], missing: [] });
  }, 120_000);

  it('says who must be refused', () => {
    expect(refusalOf('admin', 'moderator')).toEqual([403]);
    expect(refusalOf('moderator', 'admin')).toBeNull();
    expect(refusalOf('user', 'guest')).toEqual([401]);
    expect(refusalOf('guest', 'blocked')).toBeNull();
  });

  it('sees a member that the schema lacks, however deep', () => {
    const person = z.object({ id: z.string(), names: z.array(z.object({ name: z.string().nullable() })).nullable() });
    expect(extraMembers({ id: '1', names: [{ name: null }] }, person)).toEqual([]);
    expect(extraMembers({ id: '1', names: [{ name: 'a', phone: '998' }], hash: '' }, person)).toEqual([
      '.names[0].phone',
      '.hash',
    ]);
    expect(extraMembers({ anything: 1 }, z.record(z.string(), z.number()))).toEqual([]);
  });
});
