import { titleMessage } from '#app/creators/creator-failures.ts';
import { publishField, setNames } from '#app/creators/creators.server.ts';
import { readNameOfSite } from '#app/creators/site-name-store.server.ts';
import { isTitle } from '#app/creators/staff-titles.ts';
import { isAdminName, isUserName, userNameProblem, userNameReserved, userNameTaken } from '#app/creators/user-name.ts';
import { isUserNameFree, setUserName } from '#app/creators/user-names.server.ts';
import { holdOwnImageNames } from '#app/images/images.server.ts';
import type { CallInput } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import { checkField, isReviewed, type ReviewedField } from '../field-rules.ts';
import type { profileCalls } from '../profile.calls.ts';
import { fieldAwaiting } from '../profile-failures.ts';
import { fieldsOf, holdCreator, requireCreator, type SeenField } from '../read-profile.server.ts';
import { readFields, requestFields, withdrawFields } from '../review/profile-store.server.ts';

type Proposals = CallInput<(typeof profileCalls)['update']>['body'];

/** A field with its new value. */
type Change = { readonly field: SeenField; readonly value: string };

/** Returns the fields that change. Throws `ValidationFailed` for invalid values. */
function changesOf(fields: readonly SeenField[], proposals: Proposals): Change[] {
  const problems: Record<string, string> = {};
  const changes: Change[] = [];
  for (const { name, value } of proposals.fields ?? []) {
    const field = fields.find((one) => one.name === name);
    const text = value ?? '';
    if (field === undefined || text === field.value) continue;
    const checked = checkField(name, text);
    if ('problem' in checked) problems[name] = checked.problem;
    else if (checked.value !== field.value) changes.push({ field, value: checked.value });
  }
  if (Object.keys(problems).length > 0) throw failures.validationFailed({ fields: problems });
  return changes;
}

/** Refuses pictures that this user has not uploaded; locks the accepted ones until the transaction ends. */
async function refuseForeignPictures(tx: Tx, userId: string, changes: readonly Change[]): Promise<void> {
  const problems: Record<string, string> = {};
  for (const { field, value } of changes) {
    const isPicture = field.name === 'Avatar' || field.name === 'Banner';
    if (!isPicture || value === '' || value === field.confirmedValue) continue;
    if (!(await holdOwnImageNames(tx, userId, [value])))
      problems[field.name] = 'Такой картинки нет. Загрузите её ещё раз';
  }
  if (Object.keys(problems).length > 0) throw failures.validationFailed({ fields: problems });
}

function refuseAwaiting(names: readonly string[]): void {
  if (names.length === 0) return;
  throw fieldAwaiting({ fields: Object.fromEntries(names.map((name) => [name, fieldAwaiting.message])) });
}

async function changeFields(tx: Tx, userId: string, changes: readonly Change[]): Promise<void> {
  refuseAwaiting(changes.filter(({ field }) => field.state === 'Awaiting').map(({ field }) => field.name));
  const asked = new Map<ReviewedField, string>();
  const withdrawn = new Map<ReviewedField, string>();
  for (const { field, value } of changes) {
    if (!isReviewed(field.name)) continue;
    if (value === field.confirmedValue) withdrawn.set(field.name, value);
    else asked.set(field.name, value);
  }
  const accepted = new Set([
    ...(await requestFields(tx, userId, asked)),
    ...(await withdrawFields(tx, userId, withdrawn)),
  ]);
  refuseAwaiting([...asked.keys(), ...withdrawn.keys()].filter((name) => !accepted.has(name)));
  for (const { field, value } of changes)
    if (!isReviewed(field.name)) await publishField(tx, userId, field.name, value);
}

/** Throws if the name is reserved, taken or malformed. A name that another user has in other letters is taken. */
async function checkUserName(db: Queryable, userName: string): Promise<void> {
  if (isAdminName(userName)) throw userNameReserved({ fields: { userName: userNameReserved.message } });
  const plain = userName.toLowerCase();
  const problem = userNameProblem(userName);
  const isTaken = isUserName(plain) && !(await isUserNameFree(db, plain));
  if (problem !== null && !isTaken) throw failures.validationFailed({ fields: { userName: problem } });
  if (isTaken) throw userNameTaken({ fields: { userName: userNameTaken.message } });
}

const nameKeys = ['givenName', 'surName', 'patronymic'] as const;

type Names = Parameters<typeof setNames>[2];
type KnownNames = Readonly<Record<(typeof nameKeys)[number], string | null>>;

/** Refuses names that speak for the site by the name that its admin has given, or only together: «Служба» and «поддержки». */
async function refuseTitles(tx: Tx, creator: KnownNames, names: Names): Promise<void> {
  const changed = nameKeys.filter((key) => names[key] !== undefined);
  if (changed.length === 0) return;
  const siteName = await readNameOfSite(tx);
  const together = (known: Names) => nameKeys.map((key) => known[key] ?? creator[key] ?? '').join(' ');
  const wrong = changed.filter((key) => isTitle(names[key] ?? '', siteName));
  // A name that somebody had before it was refused stays, whatever else is changed.
  const isNew = isTitle(together(names), siteName) && !isTitle(together({}), siteName);
  const atFault = wrong.length === 0 && isNew ? changed : wrong;
  if (atFault.length === 0) return;
  throw failures.validationFailed({ fields: Object.fromEntries(atFault.map((key) => [key, titleMessage])) });
}

/** Whether a user may take the name: it is free, or his own. */
export async function mayTakeUserName(db: Queryable, userId: string, userName: string): Promise<boolean> {
  const { userName: own } = await requireCreator(db, userId);
  return userName === own || isUserNameFree(db, userName);
}

/** Stores the changes of the owner; `hasNewLook`: accent or ikat are among them. Throws `ValidationFailed`, `UserNameTaken`, `UserNameReserved`, `FieldAwaiting`. */
export async function updateProfile(tx: Tx, userId: string, proposals: Proposals): Promise<{ hasNewLook: boolean }> {
  const creator = await holdCreator(tx, userId);
  const changes = changesOf(fieldsOf(creator, await readFields(tx, userId)), proposals);
  await refuseForeignPictures(tx, userId, changes);
  const { userName } = proposals;
  const isRenamed = userName !== undefined && userName !== creator.userName;
  if (isRenamed) await checkUserName(tx, userName);
  await changeFields(tx, userId, changes);
  const names: Names = {};
  for (const key of nameKeys) {
    const name = proposals[key];
    if (name !== undefined && (name ?? '').trim() !== (creator[key] ?? '')) names[key] = name ?? '';
  }
  await refuseTitles(tx, creator, names);
  await setNames(tx, userId, names);
  if (isRenamed) await setUserName(tx, userId, userName);
  return { hasNewLook: changes.some(({ field }) => field.name === 'Accent' || field.name === 'Pattern') };
}
