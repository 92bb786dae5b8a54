import { z } from 'zod';
import { publishedFields } from '#app/creators/published-fields.ts';
import { userNameReserved, userNameTaken } from '#app/creators/user-name.ts';
import { roles } from '#app/identity/roles.ts';
import { get, nothing, post } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { money } from '#base/calls/money-wire.ts';
import { archiveCalls } from './archive/archive.calls.ts';
import { fieldStates, nameProblem } from './field-rules.ts';
import { fieldAwaiting } from './profile-failures.ts';

/** Null and an empty text remove the name. */
const name = z
  .string()
  .max(500)
  .superRefine((text, context) => {
    const message = nameProblem(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  })
  .nullable();

/** A money account. `balance` in main units; `projectId`: the project whose donations are credited to it, or null. */
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
 * A field as its owner sees it: the latest requested value with its `state`; `comment`: why it was rejected. A field that was never filled
 * is `''` and Confirmed.
 */
const profileField = z
  .object({
    name: z.enum(publishedFields),
    value: z.string(),
    state: z.enum(fieldStates),
    comment: z.string().nullable(),
  })
  .meta({ id: 'ProfileField' });

/** The own profile. `donate`: the project that receives donations and the account they are credited to. */
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
  /** The own profile with the state of each field (docs/rules.md#profile). */
  get: get('PersonalAccount/Get', {
    summary: 'The own profile',
    access: 'user',
    answer: profile,
    errors: [failures.notFound],
  }),
  /** The own money accounts, the oldest first; every user has at least one (docs/rules.md#ledger). */
  getAccounts: get('PersonalAccount/GetAccounts', {
    summary: 'The own accounts for money',
    access: 'user',
    answer: z.array(account),
    errors: [failures.notFound],
  }),
  /**
   * Changes the given values that differ. A changed field goes to review (`Awaiting`), and the public page keeps the confirmed value until
   * a moderator confirms it; names, user name, `HideFullName`, `Accent` (`#rrggbb` or `''`), `Pattern` (`1`..`12` or `''`) and `HideLive` are
   * public at once. A rejected field that is set back to the confirmed value needs no review. `UserType`: a JSON list of 1..5 type ids; `Banner`, `Avatar`: a name returned by POST Images to this user, or
   * `''`; links: https on the host of their network. No user name contains `admin` (docs/rules.md#user-names).
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
    errors: [failures.notFound, userNameTaken, userNameReserved, fieldAwaiting, failures.tooManyRequests],
    // The budget is counted on a connection of its own, so no transaction may be open meanwhile.
    transaction: 'own',
  }),
  /** Whether the caller may take a user name: it is well-formed, free and not reserved, or his own (docs/rules.md#user-names). */
  checkUserName: get('PersonalAccount/CheckUserName', {
    summary: 'Whether a user name is free',
    access: 'user',
    query: z.object({ userName: z.string().trim().max(100) }),
    answer: z.object({ isFree: z.boolean() }),
    errors: [failures.notFound, failures.tooManyRequests],
  }),
  /**
   * Credits further donations of the project to the account. 403 if either belongs to another user or does not exist, or if the account is
   * closed (docs/rules.md#ledger).
   */
  changeAccount: get('Project/ChangeAccount', {
    summary: 'Choose the account that donations are credited to',
    access: 'user',
    query: z.object({ id: wireId, account: wireId }),
    answer: nothing,
    errors: [failures.notFound, failures.forbidden],
  }),
  ...archiveCalls,
};
