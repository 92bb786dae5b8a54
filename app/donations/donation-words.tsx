import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { cleanLine, cleanText } from '#base/text/clean-text.ts';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { Field, TextField, Toggle } from '#base/ui/fields/field.tsx';
import classes from './donation-form.module.css';
import { nameMaxLength } from './donation-rules.ts';
import type { FormParts } from './form-parts.ts';

/** A donation whose words are written; its form may be any. */
interface WrittenDonation {
  readonly draft: { readonly message: string; readonly isAnonymous: boolean };
  readonly name: string;
  readonly isMonthly: boolean;
  readonly failure: FormParts['donation']['failure'];
  readonly change: (made: { readonly message: string } | { readonly isAnonymous: boolean }) => void;
  readonly changeName: (text: string) => void;
}

interface DonationWordsProps extends Pick<FormParts, 'preview'> {
  readonly donation: WrittenDonation;
  readonly settings: { readonly messageMaxLength: number };
  /** Main units. */
  readonly amount: number | null;
  /** What is wrong with the message. */
  readonly error: string | null;
  /** What else is chosen, above the alert. */
  readonly children?: ReactNode;
}

/** The message of a donation and the donor's name, with the alert as the stream will show it: it moves no field where it comes. */
export function DonationWords({ donation, settings, preview, amount, error, children }: DonationWordsProps) {
  const { t } = useLingui();
  const { draft, name, failure } = donation;
  const message = cleanText(draft.message);
  const length = [...draft.message].length;
  return (
    <>
      <TextField
        label={t`Сообщение автору`}
        name="message"
        value={draft.message}
        onChange={(event) => donation.change({ message: event.currentTarget.value })}
        placeholder={t`Прозвучит на стриме`}
        error={error}
        counter={
          <span className={classes.counter} data-over={length > settings.messageMaxLength || undefined}>
            {length}/{settings.messageMaxLength}
          </span>
        }
      />
      <div className={classes.who}>
        <Field
          label={t`Ваше имя`}
          name="name"
          value={draft.isAnonymous ? '' : name}
          onChange={(event) => donation.changeName(event.currentTarget.value)}
          placeholder={draft.isAnonymous ? t`Аноним` : t`Как вас назвать`}
          autoComplete="nickname"
          maxLength={nameMaxLength}
          disabled={draft.isAnonymous}
          error={failure?.fields?.name}
        />
        <Toggle
          checked={draft.isAnonymous}
          onChange={(event) => donation.change({ isAnonymous: event.currentTarget.checked })}
        >
          <Trans>Анонимно</Trans>
        </Toggle>
      </div>
      {children}
      {message !== null &&
        preview({
          amount: amount ?? 0,
          name: draft.isAnonymous ? null : cleanLine(name),
          message,
          month: donation.isMonthly ? 1 : null,
        })}
    </>
  );
}

/** On a phone a button lies over what follows the form. */
const beSeen = (line: HTMLElement | null) => line?.scrollIntoView({ block: 'center' });

/** Why the donation could not be made, unless a field says so. */
export function DonationTrouble({ failure }: Pick<FormParts['donation'], 'failure'>) {
  const { amount, message, name } = failure?.fields ?? {};
  if (failure === null || (amount ?? message ?? name) !== undefined) return null;
  return (
    <p ref={beSeen} className={classes.trouble} role="alert">
      <FailureText>{failure.message}</FailureText>
    </p>
  );
}
