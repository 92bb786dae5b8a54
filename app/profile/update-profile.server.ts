import type { CallInput } from '#base/call.ts';
import type { Queryable, Tx } from '#base/db.server.ts';
import { failures } from '#base/errors.ts';
import { isUserNameFree, publishField, setNames, setUserName } from '../creators/creators.server.ts';
import { isUserName, userNameProblem, userNameTaken } from '../creators/user-name.ts';
import { holdOwnImageNames } from '../images/images.server.ts';
import { checkField, type ReviewedField } from './field-rules.ts';
import type { profileCalls } from './profile.calls.ts';
import { fieldAwaiting } from './profile-failures.ts';
import { readFields, requestFields, withdrawFields } from './profile-store.server.ts';
import { fieldsOf, requireCreator, type SeenField } from './read-profile.server.ts';

type Wishes = CallInput<(typeof profileCalls)['update']>['body'];

/** A field with the value that it is to have. */
type Change = { readonly field: SeenField; readonly value: string };

/** The fields that differ from what is there. Throws where a value is not right. */
function changesOf(fields: readonly SeenField[], wishes: Wishes): Change[] {
  const problems: Record<string, string> = {};
  const changes: Change[] = [];
  for (const { name, value } of wishes.fields ?? []) {
    const field = fields.find((one) => one.name === name);
    const text = value ?? '';
    if (field === undefined || text === field.value) continue;
    const checked = checkField(name, text);
    if ('problem' in checked) problems[name] = checked.problem;
    else if (checked.value !== field.value) changes.push({ field, value: checked.value });
  }
  if (Object.keys(problems).length > 0) throw failures.validationFailed.because({ fields: problems });
  return changes;
}

/** Refuses pictures that no upload of this person has given out; those taken stay until the transaction ends. */
async function refuseForeignPictures(tx: Tx, userId: string, changes: readonly Change[]): Promise<void> {
  const problems: Record<string, string> = {};
  for (const { field, value } of changes) {
    const isPicture = field.name === 'Avatar' || field.name === 'Banner';
    if (!isPicture || value === '' || value === field.confirmedValue) continue;
    if (!(await holdOwnImageNames(tx, userId, [value])))
      problems[field.name] = 'Такой картинки нет. Загрузите её ещё раз';
  }
  if (Object.keys(problems).length > 0) throw failures.validationFailed.because({ fields: problems });
}

function refuseAwaiting(names: readonly string[]): void {
  if (names.length === 0) return;
  throw fieldAwaiting.because({ fields: Object.fromEntries(names.map((name) => [name, fieldAwaiting.message])) });
}

const isReviewed = (name: SeenField['name']): name is ReviewedField => name !== 'HideFullName';

async function changeFields(tx: Tx, userId: string, changes: readonly Change[]): Promise<void> {
  refuseAwaiting(changes.filter(({ field }) => field.state === 'Awaiting').map(({ field }) => field.name));
  const asked = new Map<ReviewedField, string>();
  const withdrawn: ReviewedField[] = [];
  for (const { field, value } of changes) {
    if (!isReviewed(field.name)) continue;
    if (value === field.confirmedValue) withdrawn.push(field.name);
    else asked.set(field.name, value);
  }
  const done = new Set([...(await requestFields(tx, userId, asked)), ...(await withdrawFields(tx, userId, withdrawn))]);
  refuseAwaiting([...asked.keys(), ...withdrawn].filter((name) => !done.has(name)));
  const hiding = changes.find(({ field }) => field.name === 'HideFullName');
  if (hiding) await publishField(tx, userId, 'HideFullName', hiding.value);
}

/** Throws where the form is wrong; the name of somebody else in other letters is taken all the same. */
async function checkUserName(db: Queryable, userName: string): Promise<void> {
  const plain = userName.toLowerCase();
  const problem = userNameProblem(userName);
  const isTaken = isUserName(plain) && !(await isUserNameFree(db, plain));
  if (problem !== null && !isTaken) throw failures.validationFailed.because({ fields: { userName: problem } });
  if (isTaken) throw userNameTaken.because({ fields: { userName: userNameTaken.message } });
}

/** Whether a person may take the name: a free one, or his own. */
export async function mayTakeUserName(db: Queryable, userId: string, userName: string): Promise<boolean> {
  const { userName: own } = await requireCreator(db, userId);
  return userName === own || isUserNameFree(db, userName);
}

/** Does what the owner wishes of his profile. Throws `ValidationFailed`, `UserNameTaken`, `FieldAwaiting`. */
export async function updateProfile(tx: Tx, userId: string, wishes: Wishes): Promise<void> {
  const creator = await requireCreator(tx, userId);
  const changes = changesOf(fieldsOf(creator, await readFields(tx, userId)), wishes);
  await refuseForeignPictures(tx, userId, changes);
  const { userName } = wishes;
  const isRenamed = userName !== undefined && userName !== creator.userName;
  if (isRenamed) await checkUserName(tx, userName);
  await changeFields(tx, userId, changes);
  const names: Parameters<typeof setNames>[2] = {};
  for (const key of ['givenName', 'surName', 'patronymic'] as const) {
    const name = wishes[key];
    if (name !== undefined && (name ?? '').trim() !== (creator[key] ?? '')) names[key] = name ?? '';
  }
  await setNames(tx, userId, names);
  if (isRenamed) await setUserName(tx, userId, userName);
}
