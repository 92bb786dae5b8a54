import { groupAmount } from '#base/text/amount-text.ts';
import { donorNameKey, draftKey } from '../donation-draft.ts';

interface Typed {
  readonly amount: string;
  readonly name: string;
  readonly message: string;
}

/** What was typed for a creator on another page, as the browser's storage keeps it for the form: JSON by key. */
export function carriedDraft(userId: string, { amount, name, message }: Typed) {
  const draft = { amount: groupAmount(amount), message, intent: '' };
  const session: Record<string, string> = { [draftKey(userId)]: JSON.stringify(draft) };
  // An empty name leaves the one that the browser remembers.
  const local: Record<string, string> = name === '' ? {} : { [donorNameKey]: JSON.stringify(name) };
  return { session, local };
}
