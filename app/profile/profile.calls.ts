import { z } from 'zod';
import { publishedFields } from '#app/creators/published-fields.ts';
import { userNameTaken } from '#app/creators/user-name.ts';
import { roles } from '#app/identity/roles.ts';
import { get, nothing, post } from '#base/call.ts';
import { failures } from '#base/errors.ts';
import { wireId } from '#base/id-wire.ts';
import { money } from '#base/money-wire.ts';
import { fieldStates, nameProblem } from './field-rules.ts';
import { fieldAwaiting } from './profile-failures.ts';

/** Null and an empty text take the name off. */
const name = z
  .string()
  .max(500)
  .superRefine((text, context) => {
    const message = nameProblem(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  })
  .nullable();

/** An account for money. `balance` in main units; `projectId`: the project whose gifts are credited to it, or null. */
export const account = z
  .object({
    id: wireId,
    name: z.string(),
    isActive: z.boolean(),
    balance: money,
    projectId: wireId.nullable(),
  })
  .meta({ id: 'Account' });

/**
 * A field as its owner sees it: the value asked for last. `state` tells what became of it; `comment`: why it was rejected.
 * A field that was never filled is `''` and Confirmed.
 */
const profileField = z
  .object({
    name: z.enum(publishedFields),
    value: z.string(),
    state: z.enum(fieldStates),
    comment: z.string().nullable(),
  })
  .meta({ id: 'ProfileField' });

/** The own profile. `donate`: the project that gifts are given to and the account that they are credited to. */
export const profile = z
  .object({
    id: wireId,
    phone: z.string(),
    userName: z.string(),
    givenName: z.string().nullable(),
    surName: z.string().nullable(),
    patronymic: z.string().nullable(),
    isAccountActive: z.boolean(),
    confirmed: z.boolean(),
    roles: z.array(z.enum(roles)),
    donate: z.object({ id: wireId, accountId: wireId }),
    fields: z.array(profileField),
    accounts: z.array(account),
  })
  .meta({ id: 'Profile' });

/** The own profile on the wire. */
export type Profile = z.input<typeof profile>;

export const profileCalls = {
  /** The own profile with the state of each field (contract, section 3; specification, points 3 and 4). */
  get: get('PersonalAccount/Get', {
    summary: 'The own profile',
    access: 'user',
    answer: profile,
    errors: [failures.notFound],
  }),
  /** The own accounts for money, the oldest first; everybody has at least one (contract, section 3). */
  getAccounts: get('PersonalAccount/GetAccounts', {
    summary: 'The own accounts for money',
    access: 'user',
    answer: z.array(account),
    errors: [failures.notFound],
  }),
  /**
   * Changes what is given and differs from what is there. A changed field goes to a moderator (`Awaiting`) and the public page
   * keeps the confirmed value until he agrees; names, user name and `HideFullName` are public at once. A rejected field that
   * is set back to the confirmed value needs no moderator. `UserType`: a JSON list of 1..5 type ids; `Banner`, `Avatar`: a
   * name given out by POST Images to this user, or `''`; links: https on the host of their network (contract, section 3).
   */
  update: post('PersonalAccount/Update', {
    summary: 'Change the own profile',
    access: 'user',
    body: z.strictObject({
      userName: z.string().trim().max(100).optional(),
      surName: name.optional(),
      givenName: name.optional(),
      patronymic: name.optional(),
      fields: z
        .array(z.strictObject({ name: z.enum(publishedFields), value: z.string().max(8_000).nullable() }))
        .max(publishedFields.length)
        .refine((fields) => new Set(fields.map((field) => field.name)).size === fields.length, {
          error: 'Поле указано дважды',
        })
        .optional(),
    }),
    answer: profile,
    errors: [failures.notFound, userNameTaken, fieldAwaiting, failures.tooManyRequests],
    // Its budget is counted on a connection of its own: none is held meanwhile.
    transaction: 'own',
  }),
  /** Whether the caller may take a user name: free, not reserved, of the right form, or his own (contract, section 3). */
  checkUserName: get('PersonalAccount/CheckUserName', {
    summary: 'Whether a user name is free',
    access: 'user',
    query: z.object({ userName: z.string().trim().max(100) }),
    answer: z.object({ isFree: z.boolean() }),
    errors: [failures.notFound, failures.tooManyRequests],
  }),
  /**
   * From now on gifts to the project are credited to the account. 403 where either is another's, does not exist, or where the
   * account is closed (contract, section 3).
   */
  changeAccount: get('Project/ChangeAccount', {
    summary: 'Choose the account that gifts are credited to',
    access: 'user',
    query: z.object({ id: wireId, account: wireId }),
    answer: nothing,
    errors: [failures.notFound, failures.forbidden],
  }),
};
