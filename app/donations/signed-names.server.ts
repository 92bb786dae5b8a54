import { titleMessage } from '#app/creators/creator-failures.ts';
import { isTitle } from '#app/creators/staff-titles.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { cleanLine } from '#base/text/clean-text.ts';
import { firstFailure, maximumLength } from '#base/text/form-rules.ts';
import { nameMaxLength } from './donation-rules.ts';
import { readDonationSettings } from './donation-settings-store.server.ts';
import { maskOfRows } from './settings/text-mask.server.ts';

/** The name that somebody signs with, as it is stored. Throws `ValidationFailed` with `fields.name`. */
export async function signedName(
  db: Queryable,
  signed: { readonly name?: string | null | undefined; readonly isAnonymous: boolean },
): Promise<string | null> {
  const name = cleanLine(signed.name);
  if (name === null || signed.isAnonymous) return name;
  const { siteName } = await readDonationSettings(db);
  const fault = isTitle(name, siteName) ? titleMessage : firstFailure(name, [maximumLength(nameMaxLength)]);
  if (fault !== null) throw failures.validationFailed({ message: fault, fields: { name: fault } });
  return name;
}

/** The names of some people as others see them, in their order; null: an anonymous one. */
export async function shownNames(
  db: Queryable,
  rows: readonly { readonly name: string | null; readonly isAnonymous: boolean }[],
): Promise<readonly (string | null)[]> {
  if (rows.length === 0) return [];
  const mask = await maskOfRows((await readDonationSettings(db)).stopWords, rows);
  return rows.map(({ name, isAnonymous }) => (isAnonymous || name === null ? null : mask(name)));
}
