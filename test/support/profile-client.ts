import { z } from 'zod';
import { account, profile } from '#app/profile/profile.calls.ts';
import { type SignedIn, signIn } from './sign-in.ts';
import { type TestApp, testSecrets } from './start-app.ts';

const profileAnswer = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({ ...profile.shape, accounts: z.array(z.strictObject(account.shape)) }),
});

const userAnswer = z.object({ data: z.record(z.string(), z.unknown()) });

export function profileClient(app: () => TestApp) {
  const profileOf = async ({ token }: SignedIn) =>
    profileAnswer.parse((await app().api('GET PersonalAccount/Get', {}, { token })).body).data;
  const update = ({ token }: SignedIn, body: unknown) => app().api('POST PersonalAccount/Update', { body }, { token });
  return {
    newcomer: (person: Parameters<typeof signIn>[2] = {}) => signIn(app().db, testSecrets.jwt, person),
    profileOf,
    update,
    setField: (who: SignedIn, name: string, value: unknown) => update(who, { fields: [{ name, value }] }),
    fieldOf: async (who: SignedIn, name: string) => (await profileOf(who)).fields.find((field) => field.name === name),
    publicUser: async ({ userId }: SignedIn) =>
      userAnswer.parse((await app().api('GET User/Get', { query: { userId } })).body).data,
  };
}
