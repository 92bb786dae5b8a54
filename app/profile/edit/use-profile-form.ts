import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import type { PublishedField } from '#app/creators/published-fields.ts';
import { session } from '#app/identity/session.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import { checkField, isLinkField, nameProblem } from '../field-rules.ts';
import type { Profile } from '../profile.calls.ts';
import { hasUnsent, type ProfileDraft, type ProfileUpdate, profileDraftOf, updateOf } from '../profile-draft.ts';

type Errors = Readonly<Record<string, string>>;

/** Problems of the draft, by field. */
function problemsOf(update: ProfileUpdate | null): Errors {
  const problems: Record<string, string> = {};
  for (const { name, value } of update?.fields ?? []) {
    const isPicture = name === 'Avatar' || name === 'Banner';
    const checked = checkField(name, value);
    if (!isPicture && 'problem' in checked) problems[name] = checked.problem;
  }
  for (const name of ['givenName', 'surName', 'patronymic'] as const) {
    const problem = nameProblem(update?.[name] ?? '');
    if (problem !== null) problems[name] = problem;
  }
  return problems;
}

/** State of the profile form: draft, problems and saving. */
export interface ProfileForm {
  readonly draft: ProfileDraft;
  readonly errors: Errors;
  readonly isUnsaved: boolean;
  readonly isBusy: boolean;
  readonly isSaved: boolean;
  /** Why saving failed, as a whole; empty: only fields are wrong. */
  readonly fault: string | null;
  setText(name: Exclude<keyof ProfileDraft, 'fields'>, text: string): void;
  setField(name: PublishedField, value: string): void;
  /** Validates a link on blur, not while it is typed. */
  judge(name: PublishedField): void;
  forget(): void;
  save(): Promise<void>;
}

/** State of the profile form. The draft survives every failure. `onRefused` gets the fields that a save found wrong. */
export function useProfileForm(profile: Profile, onRefused: (names: readonly string[]) => void): ProfileForm {
  const [edited, setEdited] = useState<ProfileDraft | null>(null);
  const [errors, setErrors] = useState<Errors>({});
  const revalidator = useRevalidator();
  const { isBusy, isDone, failure, act, forget } = useAction(({ status, fields = {} }) => {
    setErrors(fields);
    onRefused(Object.keys(fields));
    // A field was sent to review in another tab: reloading the profile shows its state.
    if (status === 409) void revalidator.revalidate();
  });
  const draft = edited ?? profileDraftOf(profile);
  const update = updateOf(profile, draft);

  function change(name: string, next: ProfileDraft) {
    setEdited(next);
    forget();
    setErrors(({ [name]: _gone, ...others }) => others);
  }

  async function save() {
    const problems = problemsOf(update);
    setErrors(problems);
    const wrong = Object.keys(problems);
    if (wrong.length > 0) onRefused(wrong);
    if (update === null || wrong.length > 0) return;
    await act(async () => {
      await call('POST PersonalAccount/Update', { body: update });
      await revalidator.revalidate();
      // The profile is saved: a header that keeps the earlier name for a while is no failure.
      await session.load(true).catch(() => null);
      // What is under review is not sent: its text stays, rather than that of another device.
      setEdited(hasUnsent(profile, draft) ? draft : null);
    });
  }

  return {
    draft,
    errors,
    isBusy,
    save,
    isSaved: isDone,
    fault: failure?.message ?? (Object.keys(errors).length > 0 ? '' : null),
    isUnsaved: update !== null,
    setText: (name, text) => change(name, { ...draft, [name]: text }),
    setField: (name, value) => change(name, { ...draft, fields: { ...draft.fields, [name]: value } }),
    judge: (name) => {
      const checked = checkField(name, draft.fields[name] ?? '');
      if (isLinkField(name) && 'problem' in checked) setErrors((others) => ({ ...others, [name]: checked.problem }));
    },
    forget: () => {
      setEdited(null);
      setErrors({});
      forget();
    },
  };
}
